import { toSingleLine } from '#lib/values/text/single-line.ts';

/**
 * A spreadsheet may evaluate a cell that begins with one of these characters as a formula. The last four are the full-width
 * forms of the first four. https://owasp.org/www-community/attacks/CSV_Injection
 * A program with another list separator splits a cell at its semicolons, also between quotes, and may ignore spaces and
 * quotes before the formula.
 */
const formula = String.raw`(?=["'\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])`;
const formulaStart = new RegExp(`(?<=^|;)${formula}`, 'gu');
const guardedStart = new RegExp(`(?<=^|;)'${formula}`, 'gu');

/**
 * One line of a CSV file by RFC 4180, with its line break. Texts are single lines without tabs, and an apostrophe before a
 * formula makes it text. Numbers are not changed, because a negative number is not a formula.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = toSingleLine(value).replaceAll(formulaStart, "'");

  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophes that `csvLine` inserts. Exact, because an inserted apostrophe changes no other position. */
export function removeFormulaGuards(cell: string): string {
  return cell.replaceAll(guardedStart, '');
}
