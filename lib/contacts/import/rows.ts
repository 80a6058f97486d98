import { NewContact } from '#lib/contacts/contact.ts';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { readCsv } from '#lib/contacts/import/csv-file.ts';
import type { MappedColumn } from '#lib/contacts/import/csv-mapping.ts';
import type { CsvRow } from '#lib/contacts/import/csv-rows.ts';
import { type ImportFields, type ImportOptions, rawImportFields } from '#lib/contacts/import/options.ts';
import type { RowError } from '#lib/contacts/import/report.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { log } from '#lib/runtime/log.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalid, invalidField } from '#lib/values/problem.ts';
import { customFieldsMax, isCountry } from '#lib/values/profile.ts';

const rowProblems: Record<NonNullable<CsvRow['problem']>, string> = {
  too_many_cells: 'has more cells than the header line',
  broken_quotes: 'has quotes that do not match',
  too_large: 'is too large',
};

/** Maximum characters of an address in the report. */
const shownEmailLengthMax = 254;

/** A valid row with its normalised address, or the error of an invalid row. */
export type ImportRow =
  | { readonly row: number; readonly contact: NewContact; readonly address: string }
  | { readonly row: number; readonly error: RowError };

export interface ImportTable {
  readonly warnings: readonly string[];
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
  const mapped = mapColumns(file.header, mapping);
  if (mapped.kind === 'mismatched')
    throw invalid(mapped.faults.map((fault) => ({ ...fault, path: `${optionsPrefix}${fault.path}` })));
  if (mapped.kind === 'unmappable') throw invalidField(field, 'csv', mapped.message);

  return {
    warnings: [...file.warnings, ...mapped.warnings],
    rows: () => readRows(file.rows, mapped.columns, tags),
  };
}

function* readRows(
  rows: Iterable<CsvRow>,
  columns: readonly MappedColumn[],
  tags: readonly string[],
): Generator<ImportRow> {
  let failedRows = 0;
  for (const row of rows) {
    try {
      yield readRow(row, columns, tags);
    } catch (error) {
      failedRows += 1;
      // Log only the first of many rows.
      if (failedRows === 1) log('error', 'import rows set aside', { count: 1 }, error);
      yield { row: row.row, error: { row: row.row, email: null, field: null, reason: 'cannot be read' } };
    }
  }
}

function readRow(
  { row, cells, problem }: CsvRow,
  columns: readonly MappedColumn[],
  tags: readonly string[],
): ImportRow {
  const fields: Record<string, unknown> = {};
  const customFields: Record<string, string> = {};
  for (const column of columns) {
    const cell = (cells[column.index] ?? '').trim();
    if (cell === '' || 'ignored' in column) continue;
    if ('customField' in column) customFields[column.customField] = cell;
    // Keep a country that is not an ISO code as a custom field.
    else if (column.field === 'country' && !isCountry(cell.toUpperCase())) customFields['country'] = cell;
    else fields[column.field] = cell;
  }
  // Templates can use the name as `custom.company`, too.
  if (typeof fields['companyName'] === 'string' && Object.keys(customFields).length < customFieldsMax) {
    customFields['company'] ??= fields['companyName'];
  }
  const email = typeof fields['email'] === 'string' ? fields['email'] : null;
  const rejected = (field: string | null, reason: string): ImportRow => ({
    row,
    error: { row, email: email?.slice(0, shownEmailLengthMax).toWellFormed() ?? null, field, reason },
  });
  if (problem !== undefined) return rejected(null, rowProblems[problem]);

  const rowTags =
    typeof fields['tags'] === 'string' ? fields['tags'].split(/[,;]/).map((tag) => tag.trim()) : [];
  const result = NewContact.safeParse(
    { ...fields, tags: [...new Set([...tags, ...rowTags.filter((tag) => tag !== '')])], customFields },
    { reportInput: true },
  );
  if (result.success) return { row, contact: result.data, address: normaliseEmail(result.data.email) };
  const [fault] = describeIssues(result.error.issues);

  return rejected(fault?.path ?? null, fault?.message ?? 'is not a valid contact');
}
