const snippetMax = 200;

/** How what is quoted begins, in a line of its own or two. */
const wrote =
  '(?:wrote|writes|schrieb|schreef|a écrit|escribi[óo]|ha scritto|escreveu|napisał(?:\\(a\\)|a)?|skrev|kirjoitti|napsala?|написала?|пише[тл]|yazdı)';
const attributions = [
  new RegExp(`^[^\\n]{0,300}[ \\t>)]${wrote}[^\\n]{0,120}:[ \\t]*$`, 'imu'),
  new RegExp(`^[^\\n]{4,200}\\n(?:[^\\n]{0,200}[ \\t>)])?${wrote}[ \\t]*:[ \\t]*$`, 'imu'),
];
/** What follows these is quoted to the end. */
const borders = [
  ...attributions,
  /^[-_ ]{2,}\s*(?:original message|ursprüngliche nachricht|message d.origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|forwarded message)\b/imu,
  /^_{10,}[ \t]*$/m,
  /^(?:from|von|de|da|van|od|från|fra) ?: [^\n]{1,300}\n(?:sent|gesendet|envoyé|enviado|inviato|verzonden|wysłano|skickat|sendt|date|datum) ?:/imu,
];

/**
 * What the writer of a reply says: without what he quotes, on one line, at most 200 characters. Whoever writes nothing above
 * what he quotes has written below it.
 */
export function ownWords(text: string): string {
  const plain = text.slice(0, 16_384).replaceAll(/\r\n?/g, '\n');
  const words = unquoted(above(plain)) || unquoted(below(plain));

  return words
    .slice(0, snippetMax)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

function above(plain: string): string {
  const ends = borders.map((border) => border.exec(plain)?.index ?? plain.length);

  return plain.slice(0, Math.min(...ends));
}

function below(plain: string): string {
  const [first] = attributions
    .map((attribution) => attribution.exec(plain))
    .filter((found) => found !== null)
    .sort((one, other) => one.index - other.index);
  const rest = first ? plain.slice(first.index + first[0].length) : '';

  return /^\s*>/.test(rest) ? above(rest) : '';
}

function unquoted(part: string): string {
  const lines = part.split('\n').filter((line) => !line.startsWith('>'));

  return lines
    .join(' ')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
}
