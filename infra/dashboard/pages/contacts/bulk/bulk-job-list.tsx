import { ListChecks } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { countColumn, timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { selectionText, statusLabels, titleOf } from './bulk-labels.ts';
import { type BulkJob, bulkJobsQuery } from './queries.ts';

const columns: readonly Column<BulkJob>[] = [
  { id: 'title', header: 'Change', cell: titleOf, width: 'minmax(200px, 1.4fr)' },
  {
    id: 'choice',
    header: 'Contacts',
    cell: selectionText,
    width: 'minmax(200px, 1.4fr)',
    isWideOnly: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, statusReason }) => (
      <Badge tone={statusLabels[status].tone} reason={statusReason?.message}>
        {statusLabels[status].label}
      </Badge>
    ),
    width: '120px',
  },
  countColumn('changed', 'Done'),
  countColumn('skipped', 'Skipped', { isWideOnly: true }),
  countColumn('failed', 'Failed'),
  timeColumn('createdAt', 'Created', { width: '152px' }),
];

export function BulkJobList() {
  return (
    <Page title="Bulk jobs" description="Changes of many contacts, which run in the background." isFilled>
      <ContactTabs />
      <DataTable
        label="Bulk jobs"
        list={useList(bulkJobsQuery())}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts/bulk-jobs/$jobId', params: { jobId: id } })}
        empty={
          <EmptyState title="No bulk jobs yet" icon={<ListChecks />}>
            Select contacts in the list, then choose an action.
          </EmptyState>
        }
      />
    </Page>
  );
}
