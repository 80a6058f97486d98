import { isEmailColumn } from '#lib/contacts/import/csv-columns.ts';

/** What the browser reads of a file before it is sent. The service reads the file itself, by the same rules. */
export interface CsvPreview {
  readonly header: readonly string[];
  /** The first rows with content. */
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly delimiter: string;
}

const delimiters = [',', ';', '\t', '|'];
const delimiterLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/iu;
const shownRowsMax = 20;

/** UTF-8 or UTF-16 by a byte order mark, UTF-8 if the bytes are valid, otherwise windows-1252. */
export function decode(bytes: Uint8Array): string {
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
export function readPreview(file: string): CsvPreview | undefined {
  const [line, declared] = delimiterLine.exec(file) ?? [''];
  const text = file.slice(line.length);
  const candidates = declared === undefined ? delimiters : [declared];
  const score = (delimiter: string): number => {
    const cells = firstRecord(text, delimiter);

    return (cells.some(isEmailColumn) ? 100_000 : 0) + cells.length;
  };
  const [delimiter = ','] = candidates.toSorted((one, other) => score(other) - score(one));
  const rows: (readonly string[])[] = [];
  let header: readonly string[] | undefined;
  let rowCount = 0;
  for (const cells of recordsOf(text, delimiter)) {
    if (cells.every((cell) => cell === '')) continue;
    if (header === undefined) header = cells;
    else {
      rowCount += 1;
      if (rows.length < shownRowsMax) rows.push(cells);
    }
  }

  return header && { header, rows, rowCount, delimiter };
}

function firstRecord(text: string, delimiter: string): readonly string[] {
  for (const cells of recordsOf(text, delimiter)) if (cells.some((cell) => cell !== '')) return cells;

  return [];
}

/** The trimmed cells of each record (RFC 4180). A quote within an unquoted cell is a character. */
function* recordsOf(text: string, delimiter: string): Generator<readonly string[]> {
  const special = new RegExp(`[\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'gu');
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = readCell(text, at, special);
    cells.push(cell.trim());
    const mark = text[end];
    at = end + 1;
    if (mark === delimiter && at < text.length) continue;
    if (mark === '\r' && text[at] === '\n') at += 1;
    yield cells;
    cells = [];
  }
}

function readCell(text: string, start: number, special: RegExp): { cell: string; end: number } {
  if (text[start] !== '"') {
    const end = indexOf(text, start, special);

    return { cell: text.slice(start, end), end };
  }
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return { cell: text.slice(start + 1), end: text.length };

  return {
    cell: text.slice(start + 1, close).replaceAll('""', '"'),
    end: indexOf(text, close + 1, special),
  };
}

function indexOf(text: string, start: number, special: RegExp): number {
  special.lastIndex = start;

  return special.exec(text)?.index ?? text.length;
}
