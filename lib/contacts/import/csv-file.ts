import { isEmailColumn } from '#lib/contacts/import/csv-columns.ts';
import { columnNameMatcher } from '#lib/contacts/import/csv-mapping.ts';
import { type CsvRow, cellLengthMax, parseRecords, readRows } from '#lib/contacts/import/csv-rows.ts';
import { decodeText } from '#lib/contacts/import/csv-text.ts';

export type CsvFile =
  | { kind: 'read'; header: string[]; rows: Iterable<CsvRow>; warnings: string[] }
  | { kind: 'unreadable'; message: string };

const columnsMax = 100;

/** In order of preference if several fit the header line. */
const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/** Excel's optional first line, which declares the delimiter. */
const delimiterLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

/** `endsAt`: the byte offset of the first row. */
type Header = { cells: string[]; delimiter: Delimiter; endsAt: number };

/**
 * Reads CSV with a header line: RFC 4180 with any of four delimiters and any line ends. Rows are parsed during iteration, a
 * few hundred at a time, and can be iterated again.
 * @param charset declared by the sender
 * @param columns column names that the header is expected to contain
 */
export function readCsv(
  bytes: Uint8Array,
  { charset, columns = [] }: { charset?: string; columns?: readonly string[] } = {},
): CsvFile {
  const decoded = decodeText(bytes, charset);
  if (decoded.kind === 'undecodable') {
    return unreadable(decoded.message);
  }
  // The declaration has at most 7 bytes, with its line end.
  const [declaration, declaredDelimiter] = delimiterLine.exec(decoded.utf8.toString('latin1', 0, 7)) ?? [''];
  const text = decoded.utf8.subarray(declaration.length);
  const candidates = delimiters.filter(
    (delimiter) => declaredDelimiter === undefined || delimiter === declaredDelimiter,
  );
  const isRequested = columnNameMatcher(columns);
  const isExpected = (name: string) => isEmailColumn(name) || isRequested(name);
  const header = chooseHeader(
    candidates.flatMap((delimiter) => readHeader(text, delimiter)),
    isExpected,
  );
  if (header === undefined) {
    return unreadable(
      hasText(text) ? 'The header line cannot be read: check its quotes.' : 'The file is empty.',
    );
  }
  if (header.cells.length > columnsMax) {
    return unreadable(`The file has ${header.cells.length} columns; at most ${columnsMax} are read.`);
  }

  const { cells, delimiter, endsAt } = header;
  const rows = { [Symbol.iterator]: () => readRows(text.subarray(endsAt), delimiter, cells.length) };

  return { kind: 'read', header: cells, rows, warnings: decoded.warnings };
}

/** Empty without a line, or if the header has broken quotes or a too long cell with this delimiter. */
function readHeader(text: Buffer, delimiter: Delimiter): Header[] {
  const { records, isBroken } = parseRecords(text, delimiter, 1);
  if (isBroken) return [];

  return records
    .map(({ cells, endsAt }) => ({ cells: cells.map((cell) => cell.trim()), delimiter, endsAt }))
    .filter(({ cells }) => cells.every((cell) => cell.length <= cellLengthMax));
}

/** Prefers a delimiter that yields an expected column; otherwise the delimiter that yields the most columns. */
function chooseHeader(headers: Header[], isExpected: (name: string) => boolean): Header | undefined {
  // The bonus outweighs the number of columns.
  const score = ({ cells }: Header) => (cells.some(isExpected) ? columnsMax * 1000 : 0) + cells.length;

  return headers.toSorted((a, b) => score(b) - score(a))[0];
}

/** Whether the text has more than control characters and spaces (0x20). */
function hasText(text: Buffer): boolean {
  return text.some((byte) => byte > 0x20);
}

function unreadable(message: string): CsvFile {
  return { kind: 'unreadable', message };
}
