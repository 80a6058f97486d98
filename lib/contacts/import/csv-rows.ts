import { parse } from 'csv-parse/sync';
import {
  parserOptions,
  type RowRepair,
  recordBytesMax,
  repairLine,
  type TableFormat,
  unwrapCells,
  withoutPadding,
} from '#lib/contacts/import/csv-repair.ts';

export type CsvRow = {
  /** As in a spreadsheet: from 1, with the header, empty rows and lines before the header. */
  row: number;
  /** One cell per header column; all cells of a row with a problem. */
  cells: string[];
  /** Why the cells may not be in their columns. Other rows are not affected. */
  problem?: 'too_many_cells' | 'broken_quotes' | 'too_large';
  repair?: RowRepair;
};

/** Rows parsed per step, so that memory use does not depend on the file size. */
const rowsPerStep = 200;

/**
 * A record of the parsed text. `endsAt`: the byte offset after it. `number`: its position among all records, with empty lines,
 * from 1.
 */
type CsvRecord = Omit<CsvRow, 'row'> & { endsAt: number; number: number };

/** Iterates the rows with content. @param before number of the row before the text */
export function* readRows(text: Buffer, format: TableFormat, before: number): Generator<CsvRow> {
  let row = before;
  let offset = 0;
  while (offset < text.length) {
    const rest = text.subarray(offset);
    const { records, isBroken } = parseRecords(rest, format.delimiter, rowsPerStep);
    // Of a record that the parser rejects, only the first line is read.
    if (isBroken && records.length === 0) records.push(parseBrokenLine(rest, format));
    for (const record of records) {
      if (record.cells.some((cell) => cell.trim() !== '')) yield toRow(row + record.number, record, format);
    }
    row += records.at(-1)?.number ?? 0;
    // Without a record, only empty lines are left.
    offset += records.at(-1)?.endsAt ?? text.length;
  }
}

/** Parses the first `count` records. If the parser rejects a record, `isBroken` is true, and only the earlier records are read. */
export function parseRecords(
  text: Buffer,
  delimiter: string,
  count: number,
): { records: CsvRecord[]; isBroken: boolean } {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      ...parserOptions,
      delimiter,
      to: count,
      on_record: (cells: string[], { bytes, records: count, empty_lines }) => {
        records.push({ cells, endsAt: bytes, number: count + empty_lines });
      },
    });

    return { records, isBroken: false };
  } catch {
    return { records, isBroken: true };
  }
}

/** A record with broken quotes ends at its first line end, so that an unclosed quote does not affect the rows below. */
function parseBrokenLine(text: Buffer, format: TableFormat): CsvRecord {
  const { line, ...position } = firstLine(text);
  if (line.length > recordBytesMax)
    return { cells: [line.toString('utf8', 0, 100)], ...position, problem: 'too_large' };
  const { isBroken, ...repaired } = repairLine(line.toString(), format);

  return { ...repaired, ...position, ...(isBroken && { problem: 'broken_quotes' }) };
}

/** Bytes of line ends, and bytes that the parser trims: tab, form feed, space, and the two bytes of a no-break space. */
const blankBytes: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d, 0x09, 0x0c, 0x20, 0xc2, 0xa0]);

/**
 * The first line with content, including its leading blanks. Blank lines before it are skipped together; otherwise the
 * parser would read them again for each blank line.
 */
function firstLine(text: Buffer): { line: Buffer; endsAt: number; number: number } {
  const isLineEnd = (at: number) => text[at] === 0x0a || text[at] === 0x0d;
  const isCrLf = (at: number) => text[at] === 0x0d && text[at + 1] === 0x0a;
  let number = 1;
  let content = 0;
  for (; content < text.length && blankBytes.has(text[content]); content++) {
    if (isLineEnd(content) && !isCrLf(content)) number += 1;
  }
  let start = content;
  while (start > 0 && !isLineEnd(start - 1)) start -= 1;
  let end = content;
  while (end < text.length && !isLineEnd(end)) end += 1;

  return { line: text.subarray(start, end), endsAt: end + (isCrLf(end) ? 2 : 1), number };
}

/** Extra cells are a problem only if they have content: many programs end rows with delimiters. */
function toRow(row: number, record: CsvRecord, format: TableFormat): CsvRow {
  const inner = record.problem === undefined ? unwrapCells(record.cells, format.delimiter) : undefined;
  const isWrapped = inner?.length === format.columns;
  const all = isWrapped ? inner : record.cells;
  const repair = isWrapped ? 'wrapped' : record.repair;
  const end = all.findLastIndex((cell) => cell.trim() !== '') + 1;
  const cells = Array.from({ length: Math.max(end, format.columns) }, (_, index) => all[index] ?? '');
  const last = cells.length - 1;
  cells[last] = withoutPadding(cells[last] ?? '', format.padding);
  const problem = record.problem ?? (end > format.columns ? 'too_many_cells' : undefined);

  return { row, cells, ...(problem && { problem }), ...(repair && { repair }) };
}
