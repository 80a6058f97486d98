import { spreadsheetWords } from '#lib/contacts/import/cells/words.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

/** A number that a spreadsheet has shortened to six digits, such as `4.91711E+11`. */
export const shortenedNumber = /^-?[0-9]+(?:[.,][0-9]+)?e\+?[0-9]{1,3}$/i;
const shownDigits = 6;

/**
 * Whether a cell has a value as exports write it, or as a spreadsheet changes it when it opens and saves an export: on one line, `TRUE`, without
 * leading zeros, or as a rounded number. Such a cell was not edited.
 */
export function isUneditedCell(value: unknown, cell: unknown): boolean {
  if (value === undefined || value === null || typeof cell !== 'string') return value === cell;
  const text = toSingleLine(String(value));
  if (text === cell || spreadsheetWords[text]?.has(cell.toLowerCase())) return true;
  if (shortenedNumber.test(cell))
    return Number(Number(text).toPrecision(shownDigits)) === Number(cell.replace(',', '.'));

  return /^0+[0-9]+$/.test(text) && text.replace(/^0+(?=[0-9])/, '') === cell;
}
