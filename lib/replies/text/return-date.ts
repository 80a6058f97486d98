import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import * as it from 'chrono-node/it';
import * as nl from 'chrono-node/nl';
import * as pt from 'chrono-node/pt';
import { phrases } from '#lib/mail/phrases.ts';
import type { ReplyContent } from '#lib/replies/content.ts';
import { addDays } from '#lib/values/time-zones.ts';

/** The words of one language, and the parsers of its dates. */
interface Language {
  /** Before the last day of an absence. */
  readonly until: RegExp;
  /** In a sentence about the day of return. */
  readonly back: RegExp;
  /** In any other sentence about an absence. */
  readonly absence: RegExp;
  /** The second one reads dates with slashes, if the first one finds no possible return. */
  readonly parsers: readonly Pick<en.Chrono, 'parse'>[];
}

const wordsOf = (list: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${phrases(list).join('|')})(?!\\p{L})`, 'iu');

const languages: readonly Language[] = [
  {
    until: wordsOf('until | till | til | thru | through'),
    back: wordsOf('back | return | returns | returning | again'),
    absence: wordsOf(
      'out of (?:the |my )?office | out of town | ooo | away | absent | absence | leave | vacation | holidays? | unavailable',
    ),
    // `12/1` is a day of December, or of January in the second one.
    parsers: [en.casual, en.GB],
  },
  {
    until: wordsOf('bis'),
    back: wordsOf('zurück | wieder | rückkehr'),
    absence: wordsOf(
      'abwesend | abwesenheit | urlaub | elternzeit | dienstreise | nicht im (?:büro|haus) | nicht erreichbar',
    ),
    parsers: [de.casual],
  },
  {
    until: wordsOf("jusqu['’ ]?(?:au?|en)?"),
    back: wordsOf('retour | reviens | reviendrai | rentre | rentrerai | à nouveau | de nouveau'),
    absence: wordsOf('absente? | absence | congés? | vacances | hors du bureau | indisponible'),
    parsers: [fr.casual],
  },
  {
    until: wordsOf('hasta'),
    back: wordsOf('vuelta | vuelvo | volveré | regreso | regresaré | de nuevo'),
    absence: wordsOf('fuera | ausente | ausencia | vacaciones'),
    parsers: [es.casual],
  },
  {
    until: wordsOf('tot | tot en met | t/m'),
    back: wordsOf('terug | weer | retour'),
    absence: wordsOf('afwezig | afwezigheid | vakantie | verlof | niet (?:aanwezig|bereikbaar|op kantoor)'),
    parsers: [nl.casual],
  },
  {
    until: wordsOf('fino'),
    back: wordsOf('rientro | rientrerò | torno | tornerò | ritorno | di nuovo'),
    absence: wordsOf('assente | assenza | ferie | fuori (?:sede|ufficio)'),
    parsers: [it.casual],
  },
  {
    until: wordsOf('até'),
    back: wordsOf('volto | voltarei | volta | retorno | retornarei | regresso | regressarei'),
    absence: wordsOf('ausente | ausência | férias | fora do escritório'),
    parsers: [pt.casual],
  },
];

/** The parsers need quadratic time, so these limits bound the time of a message. Lengths in characters. */
const limits = { text: 2000, subject: 200, before: 40, after: 100, sentences: 5 } as const;
const daysAheadMax = 90;
const dayMs = 86_400_000;

/** The end of a paragraph or a sentence. In German, a day before a month has a full stop. */
const sentenceEnd =
  /\n\s*\n|(?<=[!?]|[\p{L}\d)]{2}\.)\s+(?=\p{Lu})(?!Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u;

/**
 * The date on which the sender of an automatic reply is back: the latest date in sentences about an absence. The text
 * counts before the subject, which often contains the subject of our email. Pure.
 * @param today local date of the receipt
 * @returns a date of the next 90 days; undefined without such a date
 */
export function readReturnDate(
  { subject, text }: Pick<ReplyContent, 'subject' | 'text'>,
  today: string,
): string | undefined {
  const days =
    daysUntilReturn(wordsBetween(text, 0, limits.text), today, ['until', 'back', 'absence']) ??
    daysUntilReturn(wordsBetween(subject, 0, limits.subject), today, ['until', 'back']);

  return days === undefined ? undefined : addDays(today, days);
}

type WordKind = Exclude<keyof Language, 'parsers'>;

function daysUntilReturn(text: string, today: string, kinds: readonly WordKind[]): number | undefined {
  const passages = text
    .normalize('NFC')
    .split(sentenceEnd)
    .flatMap((sentence) =>
      languages.map((language) => [language, passageOf(sentence, language, kinds)] as const),
    )
    .filter(([, passage]) => passage !== '')
    .slice(0, limits.sentences);
  const days = passages.flatMap(([language, passage]) =>
    returnsIn(withYears(passage, today), language, today),
  );

  return days.length > 0 ? Math.max(...days) : undefined;
}

/** A part of a text without the words that its limits cut: the rest of a number is another number. */
function wordsBetween(text: string, start: number, end: number): string {
  const part = text.slice(Math.max(0, start - 1), end + 1);
  const fromStart = start > 0 ? part.replace(/^\S*/, '') : part;

  return end < text.length ? fromStart.replace(/(?<!\S)\S*$/, '') : fromStart;
}

/** The part of a sentence around its first word about an absence; empty if it has none. */
function passageOf(sentence: string, language: Language, kinds: readonly WordKind[]): string {
  const positions = kinds.map((kind) => sentence.search(language[kind])).filter((position) => position >= 0);
  if (positions.length === 0) return '';
  const at = Math.min(...positions);
  const passage = wordsBetween(sentence, Math.max(0, at - limits.before), at + limits.after);

  // A year has four digits. The parsers need cubic time for a long number.
  return passage.replaceAll(/\s+/g, ' ').replaceAll(/\d{5,}/g, ' ');
}

/** Adds the year of the next occurrence to `14.12.`, which the parsers do not read. */
function withYears(text: string, today: string): string {
  const year = Number(today.slice(0, 4));

  return text.replaceAll(/(?<![\d.])(\d{1,2})\. ?(\d{1,2})\.(?! ?\d)/g, (_, day: string, month: string) => {
    const isPast = `${month.padStart(2, '0')}-${day.padStart(2, '0')}` < today.slice(5);

    return `${day}.${month}.${isPast ? year + 1 : year}`;
  });
}

/** Days from today to each return of a passage. */
function returnsIn(passage: string, { until, back, parsers }: Language, today: string): number[] {
  const isAboutReturn = back.test(passage);
  const reference = { instant: new Date(`${today}T12:00:00Z`), timezone: 0 };
  for (const parser of passage.includes('/') ? parsers : parsers.slice(0, 1)) {
    let end = 0;
    const days = parser.parse(passage, reference, { forwardDate: true }).flatMap((found) => {
      const before = passage.slice(end, found.index);
      end = found.index + found.text.length;
      const date = found.end ?? found.start;
      const hasDate = date.isCertain('day') || date.isCertain('weekday') || date.isCertain('month');
      const isLastDay = found.end !== null || until.test(before) || !isAboutReturn;
      const day = Date.UTC(date.get('year') ?? 0, (date.get('month') ?? 1) - 1, date.get('day') ?? 1);

      return hasDate ? [(day - Date.parse(today)) / dayMs + (isLastDay ? 1 : 0)] : [];
    });
    const possible = days.filter((count) => count >= 1 && count <= daysAheadMax);
    if (possible.length > 0) return possible;
  }

  return [];
}
