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

export const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: recordBytesMax,
};

/** A record of the file. `endsAt`: the byte offset after it, from the start of the parsed text. */
type Parsed = { cells: string[]; endsAt: number; problem?: CsvRow['problem'] };

/** Iterates the rows below the header line. Empty lines and rows without content are not counted. */
export function* readRows(text: Buffer, delimiter: string, columns: number): Generator<CsvRow> {
  let row = 0;
  let offset = 0;
  while (offset < text.length) {
    const parsed = parseNext(text.subarray(offset), delimiter);
    for (const { cells, problem } of parsed) {
      if (cells.some((cell) => cell.trim() !== '')) {
        row += 1;
        yield toRow(row, cells, columns, problem);
      }
    }
    offset += parsed.at(-1)?.endsAt ?? text.length;
  }
}

/**
 * Parses the next records up to the first record that the parser rejects. If it rejects the next record, only the first line
 * of that record is read. Empty if only empty lines are left.
 */
function parseNext(text: Buffer, delimiter: string): Parsed[] {
  const parsed: Parsed[] = [];
  try {
    parse(text, {
      ...parserOptions,
      delimiter,
      to: rowsPerStep,
      on_record: (cells: string[], { bytes }) => {
        parsed.push({ cells, endsAt: bytes });
      },
    });
  } catch {
    return parsed.length > 0 ? parsed : [parseBrokenLine(text, delimiter)];
  }

  return parsed;
}

/**
 * A record with broken quotes ends at its first line end. Quotes inside an unquoted cell, as in 5" pipe, are literal. An
 * unclosed quote makes this row unusable, but not the rows below.
 */
function parseBrokenLine(text: Buffer, delimiter: string): Parsed {
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
 * The first line with content. Blank lines before it are skipped together; otherwise the parser would read them again for
 * each blank line.
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
