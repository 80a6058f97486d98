/** @param words in lower case, separated by spaces */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** `TRUE` and `FALSE` as spreadsheets write them in their languages. */
const trueWords = 'true wahr vrai verdadero waar vero sann sant tosi prawda pravda igaz doğru dogru истина';
const falseWords =
  'false falsch faux falso onwaar falsk falskt usann epatosi fałsz nepravda hamis yanlış yanlis ложь';
export const spreadsheetWords: Readonly<Record<string, ReadonlySet<string>>> = {
  true: setOf(trueWords),
  false: setOf(falseWords),
};

/** A clear yes. */
export const yeses = setOf(`${trueWords} yes y t x 1 ja j oui o si s`);
/** A clear no. */
export const noes = setOf(
  `${falseWords} no n f off never nein nie non jamais nunca nao nee nej nei ei ne hayır нет 否 いいえ`,
);
