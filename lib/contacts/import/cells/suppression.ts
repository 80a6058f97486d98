import { significantName } from '#lib/contacts/import/cells/column-names.ts';
import {
  affirmations,
  empties,
  fillers,
  type ImportedSuppression,
  isHardBounce,
  meaningByName,
  negations,
  otherChannels,
  otherNameWords,
  type SuppressionMeaning,
  softWords,
  statusByPhrase,
  statusByValue,
  unknowns,
} from '#lib/contacts/import/cells/suppression-words.ts';
import { noes } from '#lib/contacts/import/cells/words.ts';
import { wordsOf } from '#lib/values/profile.ts';

export type { ImportedSuppression };

/** A column that says whether a person may receive emails. */
export interface SuppressionColumn {
  readonly index: number;
  readonly meaning: SuppressionMeaning;
  /** Has an unknown reason, but not without a suppression. */
  readonly isReason: boolean;
}

const searchedLengthMax = 250;
const phraseWordsMax = 5;

/** Words of letters and digits of any script, in lower case and without accents. A cross is a «no». */
function wordsIn(text: string): string[] {
  return text
    .slice(0, searchedLengthMax)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[❌✗✘✕✖]/gu, ' no ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function suppressionColumnOf(name: string, index: number): SuppressionColumn | undefined {
  const meaning =
    meaningByName.get(significantName(name)) ??
    meaningByName.get(wordsOf(name).join('')) ??
    suppressionInName(wordsIn(name));

  return meaning && { index, meaning, isReason: /reason/i.test(name) };
}

function suppressionInName(words: readonly string[]): ImportedSuppression | undefined {
  if (words.some((word) => otherNameWords.has(word)) || isOfOtherChannel(words)) return undefined;
  const found = phrasesIn(words, [...words.keys()]).find(
    ({ phrase, status }) => status !== 'bounced' || isHardBounce(phrase),
  );

  return found && !found.isNegated ? found.status : undefined;
}

/** The status that a row's cells give to its contact. Without a clear negative, a flag or a time suppresses. */
export function findSuppression(
  columns: readonly SuppressionColumn[],
  cells: readonly string[],
): { readonly status: ImportedSuppression; readonly index: number } | undefined {
  for (const column of columns) {
    const status = suppressionOfCell(column, cells[column.index] ?? '');
    if (status) return { status, index: column.index };
  }

  return undefined;
}

export function suppressionOfCell(
  { meaning, isReason }: Omit<SuppressionColumn, 'index'>,
  cell: string,
): ImportedSuppression | undefined {
  const words = wordsIn(cell);
  if (meaning === 'status') return suppressionInStatus(words);
  // Only a clear no is a wish; an empty cell is not.
  if (meaning === 'subscribed')
    return isClearNo(words.join('')) ? 'unsubscribed' : suppressionInStatus(words);
  const isNegative = isNegativeFlag(cell, words, isReason) || (meaning === 'bounced' && isSoftBounce(words));

  return isNegative ? undefined : meaning;
}

/** Whether a cell is exactly a status, and if so, whether it suppresses. */
export function statusOfCell(cell: string): 'active' | 'suppressed' | undefined {
  const value = wordsIn(cell).join('');
  if (statusByValue.has(value)) return 'suppressed';

  return affirmations.has(value) ? 'active' : undefined;
}

function suppressionInStatus(words: readonly string[]): ImportedSuppression | undefined {
  const whole = statusByValue.get(words.join(''));
  if (whole || isOfOtherChannel(words)) return whole;
  const found = phrasesAtEnds(words).filter(
    ({ status, isNegated }) => !isNegated && !(status === 'bounced' && isSoftBounce(words)),
  );

  // A wish has precedence.
  return (found.find(({ status }) => status === 'unsubscribed') ?? found[0])?.status;
}

interface FoundPhrase {
  readonly phrase: string;
  readonly status: ImportedSuppression;
  /** As in «Not bounced» and «Bounced: no». */
  readonly isNegated: boolean;
}

const phrasesAtEnds = (words: readonly string[]) => [
  ...phrasesIn(words, [0]),
  ...phrasesIn(words, [...words.keys()].slice(-phraseWordsMax), words.length),
];

/** The phrases that begin at one of the words, longest first at each. @param end where they end, if not anywhere */
function phrasesIn(words: readonly string[], starts: readonly number[], end?: number): FoundPhrase[] {
  return starts.flatMap((from) => {
    for (let to = Math.min(from + phraseWordsMax, words.length); to > from; to--) {
      const phrase = words.slice(from, to).join('');
      const status = end === undefined || to === end ? statusByPhrase.get(phrase) : undefined;
      if (status) return [{ phrase, status, isNegated: isNegated(words, from, to) }];
    }

    return [];
  });
}

function isNegated(words: readonly string[], from: number, to: number): boolean {
  const before = words.slice(0, from).findLast((word) => !fillers.has(word)) ?? '';

  return negations.has(before) || isClearNo(words.slice(to).join(''));
}

/** Zero in spreadsheets and databases: a day or month 0, a year until 1900, or the first day of Unix time. */
const emptyDate =
  /^(?:\d\d?[/.-])?0{1,2}[/.-]\d\d?[/.-]\d|^\d\d?[/.-]0{1,2}[/.-]\d|^(?:0\d{3}|1[0-8]\d\d|1900)[/.-]\d|^\d\d?[/.-]\d\d?[/.-](?:0\d{3}|1[0-8]\d\d|1900)(?!\d)|^1970-01-01/;
/** The link with which a person can unsubscribe. */
const link = /^(?:<?(?:https?:|mailto:|www\.)|<a )/i;

function isNegativeFlag(cell: string, words: readonly string[], isReason: boolean): boolean {
  const value = words.join('');
  // A symbol is a mark, except an empty box.
  if (value === '') return !/[\p{So}*+]/u.test(cell.slice(0, searchedLengthMax).replace(/[☐□]/gu, ''));

  const found = phrasesAtEnds(words);

  return (
    isClearNo(value) ||
    affirmations.has(value) ||
    empties.has(value) ||
    (unknowns.has(value) && !isReason) ||
    emptyDate.test(cell.trim()) ||
    link.test(cell.trim()) ||
    (found.length > 0 && found.every((each) => each.isNegated))
  );
}

const isClearNo = (value: string) => noes.has(value) || /^0+$/.test(value);

const isSoftBounce = (words: readonly string[]) =>
  words.some((word) => softWords.has(word)) && !words.includes('hard');

const isOfOtherChannel = (words: readonly string[]) =>
  words.some((word) => otherChannels.has(word)) && !/emails?/.test(words.join(''));
