import { isEmailColumn } from '#lib/contacts/import/cells/column-names.ts';
import { type FoundHeader, findHeader, headerRecordsMax } from '#lib/contacts/import/cells/header.ts';
import { countOf, formatNumber } from '../../../components/number.tsx';
import { columnsMax, fileBytesMax, rowsMax } from './send-import.ts';

/** What the browser reads of a file before it is sent. The service reads the file itself, by the same rules. */
export interface CsvPreview {
  readonly header: readonly string[];
  /** The column with the addresses, if no name says so. */
  readonly addressColumn?: number | undefined;
  /** The first rows with content. */
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
}

export interface ChosenFile {
  readonly file: File;
  readonly preview: CsvPreview;
}

/** Reads a file in the browser, and checks the limits of the service before anything is sent. */
export async function readFile(file: File): Promise<ChosenFile | { readonly error: string }> {
  if (file.size > fileBytesMax) {
    return { error: `“${file.name}” has more than ${formatNumber(fileBytesMax)} bytes. Split it.` };
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  // A file with NUL characters is binary.
  const preview = text.includes('\0') ? undefined : readPreview(text.replace(/^\uFEFF/u, ''));
  if (preview === undefined) return { error: `“${file.name}” has no text: choose a CSV file.` };
  const { header, rowCount } = preview;
  if (header.length > columnsMax) {
    return {
      error: `“${file.name}” has ${countOf(header.length, 'column')}; at most ${columnsMax} are read.`,
    };
  }
  if (rowCount > rowsMax) {
    return {
      error: `“${file.name}” has ${countOf(rowCount, 'row')}; at most ${formatNumber(rowsMax)} are read. Split it.`,
    };
  }
  if (rowCount === 0) return { error: `“${file.name}” has no row below its column names.` };

  return { file, preview };
}

const delimiters = [',', ';', '\t', '|'];
/** Excel reads the delimiter from this first line. */
const delimiterLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/iu;
const shownRowsMax = 20;

/** UTF-8 or UTF-16 by a byte order mark, UTF-8 if the bytes are valid, otherwise windows-1252. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @returns undefined for a file without text */
function readPreview(file: string): CsvPreview | undefined {
  const [firstLine, declaredDelimiter] = delimiterLine.exec(file) ?? [''];
  const text = file.slice(firstLine.length);
  const candidates = declaredDelimiter === undefined ? delimiters : [declaredDelimiter];
  // Prefers a delimiter that yields a column of addresses, then the delimiter that yields the most columns.
  const score = (delimiter: string): number => {
    const { cells = [], addressColumn } = headerOf(text, delimiter) ?? {};
    if (cells.some(isEmailColumn)) return 200_000 + cells.length;

    return (addressColumn === undefined ? 0 : 100_000) + cells.length;
  };
  const [delimiter = ','] = candidates.toSorted((one, other) => score(other) - score(one));
  const found = headerOf(text, delimiter);
  if (!found) return undefined;
  const { cells: header, at, addressColumn } = found;
  const rows: (readonly string[])[] = [];
  let rowCount = -1 - at;
  for (const cells of recordsOf(text, delimiter)) {
    if (cells.every((cell) => cell === '')) continue;
    rowCount += 1;
    if (rowCount > 0 && rows.length < shownRowsMax) rows.push(cells);
  }

  return { header, addressColumn, rows, rowCount };
}

/** Finds the header among the first records, by the rules of the service. */
function headerOf(text: string, delimiter: string): FoundHeader | undefined {
  const records: (readonly string[])[] = [];
  for (const cells of recordsOf(text, delimiter)) {
    if (cells.some((cell) => cell !== '')) records.push(cells);
    if (records.length === headerRecordsMax) break;
  }

  return findHeader(records, { isExpected: isEmailColumn, isAddress: (cell) => addressPattern.test(cell) });
}

/** An address, also with a name before it. The service checks it exactly. */
const addressPattern = /^(?:[^@<]{0,200}<|mailto:)?[^\s@<>,;]{1,64}@[^\s@<>,;]{1,250}>?$/u;

/** The trimmed cells of each record (RFC 4180). A quote within an unquoted cell is a character. */
function* recordsOf(text: string, delimiter: string): Generator<readonly string[]> {
  const cellEndPattern = new RegExp(`[\\r\\n${delimiter}]`, 'gu');
  let cells: string[] = [];
  let position = 0;
  while (position < text.length) {
    const { cell, end } = readCell(text, position, cellEndPattern);
    cells.push(cell.trim());
    const separator = text[end];
    position = end + 1;
    // A delimiter at the end of the file adds no empty cell.
    if (separator === delimiter && position < text.length) continue;
    if (separator === '\r' && text[position] === '\n') position += 1;
    yield cells;
    cells = [];
  }
}

/**
 * Reads one cell. Text between a closing quote and the delimiter is ignored.
 * @returns the cell, and the index of the delimiter or line break after it
 */
function readCell(text: string, start: number, cellEndPattern: RegExp): { cell: string; end: number } {
  if (text[start] !== '"') {
    const end = findCellEnd(text, start, cellEndPattern);

    return { cell: text.slice(start, end), end };
  }
  let closingQuote = text.indexOf('"', start + 1);
  while (closingQuote !== -1 && text[closingQuote + 1] === '"')
    closingQuote = text.indexOf('"', closingQuote + 2);
  if (closingQuote === -1) return { cell: text.slice(start + 1), end: text.length };

  return {
    cell: text.slice(start + 1, closingQuote).replaceAll('""', '"'),
    end: findCellEnd(text, closingQuote + 1, cellEndPattern),
  };
}

function findCellEnd(text: string, start: number, cellEndPattern: RegExp): number {
  cellEndPattern.lastIndex = start;

  return cellEndPattern.exec(text)?.index ?? text.length;
}
