import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { csvLine } from '#lib/values/text/csv.ts';
import type { Schemas } from '../../../api/client.ts';
import { staticList } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { countOf, formatNumber } from '../../../components/number.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../../components/table/filter-bar.tsx';

const route = getRouteApi('/app/contacts/imports/$importId');

type RowError = Schemas['RowError'];

export const failedRowColumns: readonly Column<RowError>[] = [
  { id: 'row', header: 'Row', cell: ({ row }) => `Row ${formatNumber(row)}`, width: '96px' },
  { id: 'email', header: 'Address', cell: ({ email }) => email ?? '—', width: 'minmax(180px, 1fr)' },
  { id: 'field', header: 'Field', cell: ({ field }) => fieldLabel(field), width: '120px' },
  {
    id: 'reason',
    header: 'Reason',
    cell: (error) => <span title={reasonText(error)}>{reasonText(error)}</span>,
    width: 'minmax(220px, 2fr)',
  },
];

const fieldLabels: Readonly<Partial<Record<string, string>>> = {
  email: 'Address',
  tags: 'Tags',
  customFields: 'Custom fields',
};

const fieldLabel = (field: string | null): string =>
  field === null ? 'Whole row' : (fieldLabels[field] ?? field);

/** A sentence, such as “The address must be one email address.” The API has the part after the field. */
function reasonText({ field, reason }: RowError): string {
  if (reason === 'required') return `The ${fieldLabel(field).toLowerCase()} is missing.`;
  if (reason.endsWith('would have too many'))
    return `${capitalised(reason)} ${fieldLabel(field).toLowerCase()}.`;
  if (reason.startsWith('the ')) return `${capitalised(reason)}.`;

  return `The ${field === null ? 'row' : fieldLabel(field).toLowerCase()} ${reason}.`;
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const tableHeightMaxPx = 520;

/** The rows that failed, with the reason of each. The filters are in the address. */
export function FailedRows({ report }: { readonly report: Schemas['ImportReport'] }) {
  const { field, search = '' } = route.useSearch();
  const { errors, errorsTruncated, importId, failed } = report;
  if (errors.length === 0) return null;
  const fields = [...new Set(errors.map((error) => error.field ?? ''))].filter((name) => name !== '');
  const searchText = search.toLowerCase();
  const matchingErrors = errors.filter(
    (error) =>
      (field === undefined || error.field === field) &&
      `${error.row} ${error.email ?? ''} ${reasonText(error)}`.toLowerCase().includes(searchText),
  );

  return (
    <section className="stack" id="failed" aria-label="Failed rows">
      <div className="section-head report-head">
        <h2>Failed rows</h2>
        {errorsTruncated && (
          <span className="muted">
            {`The first ${formatNumber(errors.length)} of ${formatNumber(failed)} are listed.`}
          </span>
        )}
      </div>
      <FilterBar
        names={['field', 'search']}
        trailing={
          <Button icon={<Download />} onClick={() => download(importId, matchingErrors)}>
            {`Download ${countOf(matchingErrors.length, 'row')}`}
          </Button>
        }
      >
        <SearchFilter name="search" label="Search address or reason" />
        {fields.length > 1 && (
          <SelectFilter
            name="field"
            label="Field"
            options={fields.map((name) => ({ value: name, label: fieldLabel(name) }))}
          />
        )}
      </FilterBar>
      <DataTable
        label="Failed rows"
        list={staticList(matchingErrors)}
        columns={failedRowColumns}
        rowId={({ row, field: name }) => `${row} ${name ?? ''}`}
        maxHeight={tableHeightMaxPx}
        empty={<EmptyState title="No failed row matches">Change or clear the filters.</EmptyState>}
      />
    </section>
  );
}

const download = (importId: string, errors: readonly RowError[]): void =>
  saveCsv(`failed-rows-${importId}.csv`, [
    ['row', 'email', 'field', 'reason'],
    ...errors.map((error) => [
      String(error.row),
      error.email ?? '',
      fieldLabel(error.field),
      reasonText(error),
    ]),
  ]);

/** Saves rows as a CSV file. */
function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map(csvLine).join('');
  // The byte order mark makes Excel read the file as UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
