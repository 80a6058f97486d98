import type { NewContact } from '#lib/contacts/contact.ts';
import { createContactReader } from '#lib/contacts/import/cells/contact.ts';
import type { ImportedSuppression } from '#lib/contacts/import/cells/suppression.ts';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { type CsvFile, readCsv } from '#lib/contacts/import/csv-file.ts';
import type { CsvRow } from '#lib/contacts/import/csv-rows.ts';
import { type ImportFields, type ImportOptions, rawImportFields } from '#lib/contacts/import/options.ts';
import type { RowError } from '#lib/contacts/import/report.ts';
import { log } from '#lib/runtime/log.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalid, invalidField } from '#lib/values/problem.ts';

const rowProblems: Record<NonNullable<CsvRow['problem']>, string> = {
  too_many_cells: 'has more cells than the header line',
  broken_quotes: 'has quotes that do not match',
  too_large: 'is too large',
};

/** Follows a number of rows. */
const rowWarnings = {
  header: 'repeated the header line: skipped.',
  wrapped: 'had all cells in one quoted cell, which was separated.',
  quotes: 'had quotes that do not match; the cells were recognised.',
  too_many_cells: 'had more cells than the header line; only the cells up to the address were read.',
  broken_quotes: 'had quotes that do not match; only the cells up to the address were read.',
} as const;
type RowWarning = keyof typeof rowWarnings;

/** Maximum characters of an address in the report. */
const shownEmailLengthMax = 254;

/** The end of a cut text may be a part of an address, which an erasure would not find, so the last word is omitted. */
const wholeWords = /^.*[\s,;<>]/s;

/** A valid row of a file of contacts. It creates or updates a contact. */
export interface ContactRow {
  readonly row: number;
  readonly contact: NewContact;
  /** The file says that the contact must get no email. */
  readonly suppressedAs?: ImportedSuppression;
}

/** A valid row of a file for the blocklist. */
export interface BlocklistRow {
  readonly row: number;
  /** An address or a domain, normalised. */
  readonly value: string;
  readonly note?: string;
}

/** All rows of a file are of one kind. */
export type ValidRow = ContactRow | BlocklistRow;

/** A valid row with its normalised address or domain, or an invalid row with its error. */
export type RowResult =
  | (ValidRow & { readonly address: string })
  | { readonly row: number; readonly error: RowError };

export interface RowReader {
  /** What a row has, or the reason why it is not valid. */
  read(
    cells: readonly string[],
  ):
    | Omit<ContactRow, 'row'>
    | Omit<BlocklistRow, 'row'>
    | { readonly field: string | null; readonly reason: string };
  /** Reads a row with cells that may not be in their columns. Undefined without a certain address. */
  readShifted(cells: readonly string[]): ReturnType<RowReader['read']> | undefined;
  /** The cell with the address. */
  emailOf(cells: readonly string[]): string | null;
  /** What was done with cells of the rows that were read. */
  warnings(): readonly string[];
}

export interface ImportFile {
  /** Includes what was done with cells of the rows that were read. */
  warnings(): readonly string[];
  /** Can be read once, because `warnings` counts during the reading. Parses during iteration. */
  readonly rows: Generator<RowResult>;
}

/**
 * Reads a file's header line and maps its columns. An invalid row is reported and does not affect other rows.
 * @throws Problem 422 for a file that cannot be read, has no email column, or lacks a column of the mapping
 */
export function openImportFile(
  csv: Uint8Array,
  { tags, mapping }: Pick<ImportOptions, 'tags' | 'mapping'>,
  { file: field, optionsPrefix }: ImportFields = rawImportFields,
): ImportFile {
  const file = readCsv(csv, { columns: Object.keys(mapping ?? {}) });
  if (file.kind === 'unreadable') throw invalidField(field, 'csv', file.message);
  const { header, addressColumn } = file;
  const byName = mapColumns(header, mapping, { addressColumn });
  // If there are too many columns, empty ones take no custom field from others.
  const mapped =
    byName.kind === 'mapped' && byName.isOverfull
      ? mapColumns(header, mapping, { addressColumn, emptyColumns: findEmptyColumns(file.rows, header) })
      : byName;
  if (mapped.kind === 'mismatched')
    throw invalid(mapped.faults.map((fault) => ({ ...fault, path: `${optionsPrefix}${fault.path}` })));
  if (mapped.kind === 'unmappable') throw invalidField(field, 'csv', mapped.message);

  return importFileOf(file, createContactReader(header, mapped, tags), mapped.warnings);
}

/** The rows of a file. A row that repeats the header is skipped. */
export function importFileOf(
  { header, rows, warnings }: CsvFile & { readonly kind: 'read' },
  reader: RowReader,
  columnWarnings: readonly string[] = [],
): ImportFile {
  const counts = new Map<RowWarning, number>();
  const count = (kind: RowWarning) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let hasLogged = false;
  const logFirst = (error: unknown) => {
    if (!hasLogged) log('error', 'job items set aside', { count: 1 }, error);
    hasLogged = true;
  };
  const isHeader = ({ cells }: CsvRow) => cells.every((cell, column) => cell.trim() === header[column]);
  function* readRows(): Generator<RowResult> {
    for (const row of rows) {
      if (isHeader(row)) {
        count('header');
        continue;
      }
      const result = readRow(row, reader, logFirst);
      const kind = row.repair ?? row.problem;
      if (kind && kind !== 'too_large' && !('error' in result)) count(kind);
      yield result;
    }
  }

  return {
    warnings: () => [
      ...warnings,
      ...columnWarnings,
      ...reader.warnings(),
      ...[...counts].map(([kind, rows]) => `${rows === 1 ? '1 row' : `${rows} rows`} ${rowWarnings[kind]}`),
    ],
    rows: readRows(),
  };
}

/** @param logFailure logs only the first of many failures */
function readRow(row: CsvRow, reader: RowReader, logFailure: (error: unknown) => void): RowResult {
  const { row: number, cells, problem } = row;
  const refused = (field: string | null, reason: string): RowResult => ({
    row: number,
    error: {
      row: number,
      email: showEmail(reader.emailOf(cells) ?? ''),
      field,
      reason,
    },
  });
  if (problem === 'too_large') return refused(null, rowProblems[problem]);
  try {
    const read = problem ? reader.readShifted(cells) : reader.read(cells);
    if (!read) return refused(null, problem ? rowProblems[problem] : 'cannot be read');
    if ('reason' in read) return refused(read.field, read.reason);

    return 'contact' in read
      ? { row: number, address: normaliseEmail(read.contact.email), ...read }
      : { row: number, address: read.value, ...read };
  } catch (error) {
    logFailure(error);

    return { row: number, error: { row: number, email: null, field: null, reason: 'cannot be read' } };
  }
}

function showEmail(cell: string): string | null {
  if (cell.length <= shownEmailLengthMax) return cell.toWellFormed() || null;
  const [shown = ''] = wholeWords.exec(cell.slice(0, shownEmailLengthMax)) ?? [];

  return shown.trim().toWellFormed() || null;
}

/** Columns without any value. */
function findEmptyColumns(rows: Iterable<CsvRow>, header: readonly string[]): ReadonlySet<number> {
  const empty = new Set(header.keys());
  for (const { cells } of rows) {
    for (const column of empty) if ((cells[column] ?? '').trim() !== '') empty.delete(column);
    if (empty.size === 0) break;
  }

  return empty;
}
