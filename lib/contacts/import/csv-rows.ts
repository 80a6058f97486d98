import { parse } from 'csv-parse/sync';

export type CsvRow = {
  /** Number of the row below the header, from 1. Empty rows are not counted. */
  row: number;
  /** One cell per header column. */
  cells: string[];
  /** Why the row cannot be used. Other rows are not affected. */
  problem?: 'too_many_cells' | 'broken_quotes' | 'too_large';
};

/** Maximum characters of one cell. */
export const cellLengthMax = 65_536;

/** Maximum bytes of one record. It limits the damage of an unclosed quote. */
const recordBytesMax = 4 * cellLengthMax;

/** Rows parsed per step, so that memory use does not depend on the file size. */
const rowsPerStep = 200;

const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: recordBytesMax,
};

/** A record of the file. `endsAt`: the byte offset after it, from the start of the parsed text. */
type CsvRecord = { cells: string[]; endsAt: number; problem?: CsvRow['problem'] };

/** Iterates the rows below the header line. Empty lines and rows without content are not counted. */
export function* readRows(text: Buffer, delimiter: string, columns: number): Generator<CsvRow> {
  let row = 0;
  let offset = 0;
  while (offset < text.length) {
    const rest = text.subarray(offset);
    const { records, isBroken } = parseRecords(rest, delimiter, rowsPerStep);
    // Of a record that the parser rejects, only the first line is read.
    if (isBroken && records.length === 0) records.push(parseBrokenLine(rest, delimiter));
    for (const { cells, problem } of records) {
      if (cells.some((cell) => cell.trim() !== '')) {
        row += 1;
        yield toRow(row, cells, columns, problem);
      }
    }
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
      on_record: (cells: string[], { bytes }) => {
        records.push({ cells, endsAt: bytes });
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
  const { line, endsAt } = firstLine(text);
  const options = { ...parserOptions, delimiter, to: 1 };
  try {
    const [cells = []] = parse(line, { ...options, relax_quotes: true });

    return { cells, endsAt };
  } catch {
    return line.length > recordBytesMax
      ? { cells: [line.toString('utf8', 0, 100)], endsAt, problem: 'too_large' }
      : { cells: parse(line, { ...options, quote: null })[0] ?? [], endsAt, problem: 'broken_quotes' };
  }
}

/** Bytes of line ends, and bytes that the parser trims: tab, form feed, space, and the two bytes of a no-break space. */
const blankBytes: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d, 0x09, 0x0c, 0x20, 0xc2, 0xa0]);

/**
 * The first line with content, including its leading blanks. Blank lines before it are skipped together; otherwise the
 * parser would read them again for each blank line.
 */
function firstLine(text: Buffer): { line: Buffer; endsAt: number } {
  const isLineEnd = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
  let content = 0;
  while (content < text.length && blankBytes.has(text[content])) content += 1;
  let start = content;
  while (start > 0 && !isLineEnd(text[start - 1])) start -= 1;
  let endsAt = content;
  while (endsAt < text.length && !isLineEnd(text[endsAt])) endsAt += 1;

  return { line: text.subarray(start, endsAt), endsAt };
}

/** Extra cells are a problem only if they have content: many programs end rows with delimiters. */
function toRow(row: number, cells: string[], columns: number, problem: CsvRow['problem']): CsvRow {
  const fitted = Array.from({ length: columns }, (_, index) => cells[index] ?? '');
  const rowProblem =
    problem ??
    (cells.some((cell) => cell.length > cellLengthMax) ? 'too_large' : undefined) ??
    (cells.slice(columns).some((cell) => cell.trim() !== '') ? 'too_many_cells' : undefined);

  return rowProblem === undefined ? { row, cells: fitted } : { row, cells: fitted, problem: rowProblem };
}
