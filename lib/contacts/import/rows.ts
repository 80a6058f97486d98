import type { NewContact } from '#lib/contacts/contact.ts';
import { type ContactReader, createContactReader } from '#lib/contacts/import/cells/contact.ts';
import type { ImportedSuppression } from '#lib/contacts/import/cells/suppression.ts';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { readCsv } from '#lib/contacts/import/csv-file.ts';
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

/** Maximum characters of an address in the report. */
const shownEmailLengthMax = 254;

/** A valid row with its normalised address, or the error of an invalid row. */
export type ImportRow =
  | {
      readonly row: number;
      readonly contact: NewContact;
      readonly address: string;
      /** The file says that the contact must get no email. */
      readonly suppressedAs?: ImportedSuppression;
    }
  | { readonly row: number; readonly error: RowError };

export interface ImportTable {
  /** Includes what was done with cells of the rows that were read. */
  warnings(): readonly string[];
  /** Parses during iteration. Each call starts at the first row. */
  rows(): Iterable<ImportRow>;
}

/**
 * Reads a file's header line and maps its columns. An invalid row is reported and does not affect other rows.
 * @throws Problem 422 for a file that cannot be read, has no email column, or lacks a column of the mapping
 */
export function openImportTable(
  csv: Uint8Array,
  { tags, mapping }: Pick<ImportOptions, 'tags' | 'mapping'>,
  { file: field, optionsPrefix }: ImportFields = rawImportFields,
): ImportTable {
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
  const reader = createContactReader(header, mapped, tags);
  let repeatedHeaders = 0;
  let hasLogged = false;
  const logFirst = (error: unknown) => {
    if (!hasLogged) log('error', 'import rows set aside', { count: 1 }, error);
    hasLogged = true;
  };
  const isHeader = ({ cells }: CsvRow) => cells.every((cell, column) => cell.trim() === header[column]);

  return {
    warnings: () => [
      ...file.warnings,
      ...mapped.warnings,
      ...reader.warnings(),
      ...(repeatedHeaders === 0 ? [] : [repeatedWarning(repeatedHeaders)]),
    ],
    *rows() {
      repeatedHeaders = 0;
      for (const row of file.rows) {
        if (isHeader(row)) repeatedHeaders += 1;
        else yield readRow(row, reader, logFirst);
      }
    },
  };
}

function repeatedWarning(count: number): string {
  return `${count === 1 ? '1 row repeats the header line and was' : `${count} rows repeat the header line and were`} skipped.`;
}

/** @param logFailure logs only the first of many failures */
function readRow(row: CsvRow, reader: ContactReader, logFailure: (error: unknown) => void): ImportRow {
  const { row: number, cells, problem } = row;
  const refused = (field: string | null, reason: string): ImportRow => ({
    row: number,
    error: {
      row: number,
      email: reader.emailOf(cells)?.slice(0, shownEmailLengthMax).toWellFormed() ?? null,
      field,
      reason,
    },
  });
  if (problem !== undefined) return refused(null, rowProblems[problem]);
  try {
    const read = reader.read(cells);

    return 'contact' in read
      ? { row: number, address: normaliseEmail(read.contact.email), ...read }
      : refused(read.field, read.reason);
  } catch (error) {
    logFailure(error);

    return { row: number, error: { row: number, email: null, field: null, reason: 'cannot be read' } };
  }
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
