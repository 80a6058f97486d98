import { type Options, parse } from 'csv-parse/sync';

/** Maximum bytes of one record. It limits the damage of an unclosed quote. */
export const recordBytesMax = 262_144;

export const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: recordBytesMax,
};

/** In order of preference if several fit the header line. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** The columns of a table. `padding`: delimiters of another program that the header line ends with. */
export interface TableFormat {
  readonly delimiter: string;
  readonly columns: number;
  readonly padding: string;
}

/** How the cells of a row were read that is not valid CSV. */
export type RowRepair = 'wrapped' | 'quotes';

/** The cells of a line that can be read. */
interface RepairedLine {
  readonly cells: string[];
  readonly repair?: RowRepair;
  readonly isBroken?: true;
}

/**
 * Reads a line with broken quotes. Quotes inside an unquoted cell, as in 5" pipe, are literal. Other readings are used if they
 * have one cell for each column: the line in one cell, quotes with a backslash as in `\"`, and literal quotes.
 */
export function repairLine(line: string, format: TableFormat): RepairedLine {
  const { delimiter, columns } = format;
  const unwrapped = unwrapLine(line, format);
  if (unwrapped) return { cells: unwrapped, repair: 'wrapped' };
  const relaxed = parseLine(line, { delimiter, relax_quotes: true });
  if (relaxed && relaxed.length <= columns) return { cells: relaxed };
  const escaped = line.includes('\\"') ? parseLine(line, { delimiter, escape: '\\' }) : undefined;
  if (escaped?.length === columns) return { cells: escaped, repair: 'quotes' };
  const literal = line.split(delimiter).map((cell) => cell.trim());
  const cells = literal.map(withoutOuterQuotes);
  // The cells after an unclosed quote may be a part of its cell.
  const isCut =
    line.split('"').length % 2 === 0 && literal.slice(0, -1).some((cell) => /^"(?!.*"$)/s.test(cell));

  return cells.length === columns && !isCut ? { cells, repair: 'quotes' } : { cells, isBroken: true };
}

/**
 * The cells of a record that a spreadsheet with another list separator has opened in one column, and saved as one quoted cell.
 * Undefined for other records.
 */
export function unwrapCells(
  [first = '', ...others]: readonly string[],
  delimiter: string,
): string[] | undefined {
  if (!first.includes(delimiter) || others.some((cell) => cell !== '')) return undefined;
  // In a row with further cells, it may also be a list of addresses.
  const isList = others.length > 0 && first.indexOf('@') !== first.lastIndexOf('@');

  return isList ? undefined : parseLine(first, { delimiter });
}

/** Joins the cells that the other program has made of a line. It quotes cells and adds empty ones. */
function unwrapLine(line: string, { delimiter, columns }: TableFormat): string[] | undefined {
  if (!line.startsWith('"')) return undefined;
  for (const other of delimiters) {
    if (other === delimiter || !line.includes(other)) continue;
    const cells = parseLine(line, { delimiter: other, trim: false });
    const end = (cells?.findLastIndex((cell) => cell !== '') ?? -1) + 1;
    const inner = unwrapCells([cells?.slice(0, end).join(other) ?? ''], delimiter);
    if (inner?.length === columns) return inner;
  }

  return undefined;
}

/** The delimiters at the end of a header line that another program has added to each line. */
export function paddingOf(name: string): string {
  const mark = name.at(-1) ?? '';
  if (mark !== ',' && mark !== ';') return '';
  let start = name.length;
  while (name[start - 1] === mark) start -= 1;

  return name.slice(start);
}

/** Removes at most the given delimiters at the end of a text. */
export function withoutPadding(text: string, padding: string): string {
  let end = text.length;
  while (end > text.length - padding.length && text[end - 1] === padding[0]) end -= 1;

  return text.slice(0, end);
}

/** Removes the quotes around a cell, except quotes around two words, as in `"Acme" and "Co"`. */
function withoutOuterQuotes(cell: string): string {
  if (!cell.startsWith('"') || /^"[^"]*"\s/.test(cell)) return cell;
  const inner = cell.slice(1, cell.length > 1 && cell.endsWith('"') ? -1 : undefined);

  return inner.replaceAll('""', '"').trim();
}

/** The cells of the first record; undefined for broken quotes. */
function parseLine(line: string, options: Options): string[] | undefined {
  try {
    return parse(line, { ...parserOptions, to: 1, ...options })[0] as string[] | undefined;
  } catch {
    return undefined;
  }
}
