import { isAddressCell } from '#lib/contacts/import/cells/address.ts';
import { isEmailColumn } from '#lib/contacts/import/cells/column-names.ts';
import { type CellRules, findHeader, headerRecordsMax } from '#lib/contacts/import/cells/header.ts';
import { columnNameMatcher } from '#lib/contacts/import/csv-mapping.ts';
import { delimiters, paddingOf, unwrapCells, withoutPadding } from '#lib/contacts/import/csv-repair.ts';
import { type CsvRow, parseRecords, readRows } from '#lib/contacts/import/csv-rows.ts';
import { decodeText } from '#lib/contacts/import/csv-text.ts';

export type CsvFile =
  | { kind: 'read'; header: string[]; addressColumn?: number; rows: Iterable<CsvRow>; warnings: string[] }
  | { kind: 'unreadable'; message: string };

/** Maximum columns. Exports of all properties of a CRM have a few hundred. */
export const columnsMax = 500;

/** Excel's optional first line, which declares the delimiter. */
const delimiterLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

/** `endsAt`: the byte offset of the first row. `row`: number of the header's row; 0 if the file has none. */
interface Header {
  readonly cells: string[];
  readonly addressColumn?: number | undefined;
  readonly delimiter: string;
  readonly padding: string;
  readonly endsAt: number;
  readonly row: number;
}

/**
 * Reads CSV: RFC 4180 with any of four delimiters and any line ends. Rows are parsed during iteration, a few hundred at a time,
 * and can be iterated again. A file of addresses may have no header: then the other columns have names such as `Column 2`.
 * @param charset declared by the sender
 * @param columns column names that the header is expected to contain
 * @param isValue, isValueColumn recognise the values that a file consists of, and their columns
 */
export function readCsv(
  bytes: Uint8Array,
  {
    charset,
    columns = [],
    isValue = isAddressCell,
    isValueColumn = isEmailColumn,
  }: {
    charset?: string;
    columns?: readonly string[];
    isValue?: (cell: string) => boolean;
    isValueColumn?: (name: string) => boolean;
  } = {},
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
  const isExpected = (name: string) => isValueColumn(name) || isRequested(name);
  const header = chooseHeader(
    candidates.flatMap((delimiter) => readHeader(text, delimiter, { isExpected, isAddress: isValue })),
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

  const { cells, addressColumn, endsAt, row } = header;
  const format = { ...header, columns: cells.length };
  const rows = { [Symbol.iterator]: () => readRows(text.subarray(endsAt), format, row) };
  const warnings = row > 0 ? [] : ['The file has no header line: the column with the addresses was found.'];

  return {
    kind: 'read',
    header: cells,
    ...(addressColumn !== undefined && { addressColumn }),
    rows,
    warnings: [...decoded.warnings, ...warnings],
  };
}

/** Empty without a record, or if the first record has broken quotes with this delimiter. */
function readHeader(text: Buffer, delimiter: string, rules: CellRules): Header[] {
  const records = parseRecords(text, delimiter, headerRecordsMax).records.map(({ cells, ...record }) => {
    const inner = unwrapCells(cells, delimiter);

    return {
      ...record,
      cells: (inner?.some(rules.isExpected) ? inner : cells).map((cell) => cell.trim()),
    };
  });
  // A record with more cells is no header. Its cells are not searched, because there may be many.
  const searched = records.map(({ cells }) => (cells.length > columnsMax ? [] : cells));
  const found = findHeader(searched, rules);
  if (!found) return [];
  const record = records[found.at];
  const cells = found.cells.length > 0 ? [...found.cells] : (record?.cells ?? []);
  const padding = paddingOf(cells.at(-1) ?? '');

  return [
    {
      cells: cells.with(-1, withoutPadding(cells.at(-1) ?? '', padding)),
      padding,
      addressColumn: found.addressColumn,
      delimiter,
      endsAt: record?.endsAt ?? 0,
      row: record?.number ?? 0,
    },
  ];
}

/**
 * Prefers a delimiter that yields an expected column, then a delimiter that yields a column of addresses, then the delimiter that
 * yields the most columns.
 */
function chooseHeader(headers: Header[], isExpected: (name: string) => boolean): Header | undefined {
  // The bonus outweighs the number of columns.
  const bonus = columnsMax * 1000;
  const bonusOf = ({ cells, addressColumn }: Header) => {
    if (cells.length <= columnsMax && cells.some(isExpected)) return 2 * bonus;

    return addressColumn === undefined ? 0 : bonus;
  };
  const score = (header: Header) => bonusOf(header) + header.cells.length;

  return headers.toSorted((a, b) => score(b) - score(a))[0];
}

/** Whether the text has more than control characters and spaces (0x20). */
function hasText(text: Buffer): boolean {
  return text.some((byte) => byte > 0x20);
}

function unreadable(message: string): CsvFile {
  return { kind: 'unreadable', message };
}
