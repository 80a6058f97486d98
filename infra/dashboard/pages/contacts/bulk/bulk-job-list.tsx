import { ListChecks } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { selectionText, statusLabels, statusTones, titleOf } from './bulk-labels.ts';
import { type BulkJob, bulkJobsQuery } from './queries.ts';

const columns: readonly Column<BulkJob>[] = [
  { id: 'title', header: 'Change', cell: titleOf, width: 'minmax(200px, 1.4fr)' },
  {
    id: 'choice',
    header: 'Contacts',
    cell: (job) => selectionText(job),
    width: 'minmax(200px, 1.4fr)',
    isWideOnly: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, statusReason }) => (
      <Badge tone={statusTones[status]} reason={statusReason?.message}>
        {statusLabels[status]}
      </Badge>
    ),
    width: '120px',
  },
  {
    id: 'changed',
    header: 'Changed',
    cell: ({ changed }) => formatNumber(changed),
    width: '88px',
    align: 'end',
  },
  {
    id: 'skipped',
    header: 'Skipped',
    cell: ({ skipped }) => formatNumber(skipped),
    width: '88px',
    align: 'end',
    isWideOnly: true,
  },
  {
    id: 'failed',
    header: 'Failed',
    cell: ({ failed }) => formatNumber(failed),
    width: '88px',
    align: 'end',
  },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} />, width: '152px' },
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
