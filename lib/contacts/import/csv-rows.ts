import { parse } from 'csv-parse/sync';

export type CsvRow = {
  /** As in a spreadsheet: from 1, with the header, empty rows and lines before the header. */
  row: number;
  /** One cell per header column. */
  cells: string[];
  /** Why the row cannot be used. Other rows are not affected. */
  problem?: 'too_many_cells' | 'broken_quotes' | 'too_large';
};

/** Maximum bytes of one record. It limits the damage of an unclosed quote. */
const recordBytesMax = 262_144;

/** Rows parsed per step, so that memory use does not depend on the file size. */
const rowsPerStep = 200;

const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: recordBytesMax,
};

/**
 * A record of the parsed text. `endsAt`: the byte offset after it. `number`: its position among all records, with empty lines,
 * from 1.
 */
type CsvRecord = { cells: string[]; endsAt: number; number: number; problem?: CsvRow['problem'] };

/** Iterates the rows with content. @param before number of the row before the text */
export function* readRows(
  text: Buffer,
  delimiter: string,
  columns: number,
  before: number,
): Generator<CsvRow> {
  let row = before;
  let offset = 0;
  while (offset < text.length) {
    const rest = text.subarray(offset);
    const { records, isBroken } = parseRecords(rest, delimiter, rowsPerStep);
    // Of a record that the parser rejects, only the first line is read.
    if (isBroken && records.length === 0) records.push(parseBrokenLine(rest, delimiter));
    for (const { cells, number, problem } of records) {
      if (cells.some((cell) => cell.trim() !== '')) yield toRow(row + number, cells, columns, problem);
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

/**
 * A record with broken quotes ends at its first line end. Quotes inside an unquoted cell, as in 5" pipe, are literal. An
 * unclosed quote makes this row unusable, but not the rows below.
 */
function parseBrokenLine(text: Buffer, delimiter: string): CsvRecord {
  const { line, ...position } = firstLine(text);
  const options = { ...parserOptions, delimiter, to: 1 };
  try {
    const [cells = []] = parse(line, { ...options, relax_quotes: true });

    return { cells, ...position };
  } catch {
    return line.length > recordBytesMax
      ? { cells: [line.toString('utf8', 0, 100)], ...position, problem: 'too_large' }
      : { cells: parse(line, { ...options, quote: null })[0] ?? [], ...position, problem: 'broken_quotes' };
  }
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
function toRow(row: number, cells: string[], columns: number, problem: CsvRow['problem']): CsvRow {
  const fitted = Array.from({ length: columns }, (_, index) => cells[index] ?? '');
  const rowProblem =
    problem ?? (cells.slice(columns).some((cell) => cell.trim() !== '') ? 'too_many_cells' : undefined);

  return rowProblem === undefined ? { row, cells: fitted } : { row, cells: fitted, problem: rowProblem };
}
