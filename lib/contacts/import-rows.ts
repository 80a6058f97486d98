import { NewContact } from '#lib/contacts/contact.ts';
import type { MappedColumn } from '#lib/contacts/csv-columns.ts';
import type { CsvRow } from '#lib/contacts/csv-rows.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import { importRowsMax, type RowError } from '#lib/contacts/import-report.ts';
import { customFieldsMax, isCountry } from '#lib/contacts/profile.ts';
import { describeIssues } from '#lib/http/issues.ts';
import { invalidField } from '#lib/http/problem.ts';

const rowProblems: Record<NonNullable<CsvRow['problem']>, string> = {
  too_many_cells: 'has more cells than the header line',
  broken_quotes: 'has quotes that do not match',
  too_large: 'is too large',
};

export interface ImportRows {
  readonly total: number;
  readonly contacts: readonly NewContact[];
  readonly duplicatesInFile: number;
  readonly errors: readonly RowError[];
}

/**
 * Turns rows into contacts; a row that cannot become one is told, and never costs another row. The first of equal addresses wins.
 * @throws Problem 422 for more rows than one import takes.
 */
export function readImportRows(
  rows: Iterable<CsvRow>,
  columns: readonly MappedColumn[],
  tags: readonly string[],
): ImportRows {
  const byAddress = new Map<string, NewContact>();
  const errors: RowError[] = [];
  let total = 0;
  let duplicatesInFile = 0;

  for (const row of rows) {
    total += 1;
    // Told at once: an endless run of broken rows would keep the parser busy for minutes.
    if (total > importRowsMax) throw invalidField('body', 'rows', `has more than ${importRowsMax} rows`);
    const parsed = readRow(row, columns, tags);
    if ('reason' in parsed) {
      errors.push(parsed);
      continue;
    }
    const address = normaliseEmail(parsed.email);
    if (byAddress.has(address)) duplicatesInFile += 1;
    else byAddress.set(address, parsed);
  }

  return { total, contacts: [...byAddress.values()], duplicatesInFile, errors };
}

function readRow(
  { row, cells, problem }: CsvRow,
  columns: readonly MappedColumn[],
  tags: readonly string[],
): NewContact | RowError {
  const fields: Record<string, unknown> = {};
  const customFields: Record<string, string> = {};
  for (const column of columns) {
    const cell = (cells[column.index] ?? '').trim();
    if (cell === '' || 'ignored' in column) continue;
    if ('customField' in column) customFields[column.customField] = cell;
    // Files name countries as people do; what is no code is kept as it is.
    else if (column.field === 'country' && !isCountry(cell.toUpperCase())) customFields['country'] = cell;
    else fields[column.field] = cell;
  }
  // Templates know custom fields, and no companies yet: a mail may still name it.
  if (typeof fields['companyName'] === 'string' && Object.keys(customFields).length < customFieldsMax) {
    customFields['company'] ??= fields['companyName'];
  }
  const email = typeof fields['email'] === 'string' ? fields['email'] : null;
  if (problem !== undefined) return { row, email, field: null, reason: rowProblems[problem] };

  const own = typeof fields['tags'] === 'string' ? fields['tags'].split(/[,;]/).map((tag) => tag.trim()) : [];
  const result = NewContact.safeParse(
    { ...fields, tags: [...new Set([...tags, ...own.filter((tag) => tag !== '')])], customFields },
    { reportInput: true },
  );
  if (result.success) return result.data;
  const [fault] = describeIssues(result.error.issues);

  return { row, email, field: fault?.path ?? null, reason: fault?.message ?? 'is not a contact' };
}
