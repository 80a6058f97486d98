import { toSingleLine } from '#lib/values/text/single-line.ts';

/** How spreadsheets write booleans in the languages of imports. */
const booleanWords: Readonly<Record<string, RegExp>> = {
  true: /^(?:true|wahr|vrai|verdadero|waar|vero)$/i,
  false: /^(?:false|falsch|faux|falso|onwaar)$/i,
};
/** A long number, as in `1.23457E+11`. Six digits are shown. */
const exponential = /^-?[0-9](?:[.,][0-9]{1,15})?E\+[0-9]{1,3}$/i;
const shownDigits = 6;

/**
 * Whether a cell has a value as exports write it, or as a spreadsheet changes it when it opens and saves an export: on one line, `TRUE`, without
 * leading zeros, or as a rounded number. Such a cell was not edited.
 */
export function isUneditedCell(value: unknown, cell: unknown): boolean {
  if (value === undefined || value === null || typeof cell !== 'string') return value === cell;
  const text = toSingleLine(String(value));
  if (text === cell || booleanWords[text]?.test(cell)) return true;
  if (exponential.test(cell))
    return Number(Number(text).toPrecision(shownDigits)) === Number(cell.replace(',', '.'));

  return /^0+[0-9]+$/.test(text) && text.replace(/^0+(?=[0-9])/, '') === cell;
}
