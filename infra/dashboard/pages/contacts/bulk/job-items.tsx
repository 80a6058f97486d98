import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { refresh, useList } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { ContactName } from '../contact-name.tsx';
import { CountTile, CountTiles } from '../count-tiles.tsx';
import { outcomeLabel, outcomeLabels, reasonOf } from './bulk-labels.ts';
import { type BulkAction, type BulkJob, type BulkJobItem, bulkJobItemsQuery } from './queries.ts';

const route = getRouteApi('/app/contacts/bulk-jobs/$jobId');

const columnsOf = (action: BulkAction): readonly Column<BulkJobItem>[] => [
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ contact, contactId }) => (contact ? <ContactName {...contact} /> : <code>{contactId}</code>),
    width: 'minmax(240px, 1fr)',
  },
  {
    id: 'outcome',
    header: 'Result',
    cell: ({ outcome }) => <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabel(outcome, action)}</Badge>,
    width: '120px',
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: (item) => <span title={reasonOf(item)}>{reasonOf(item)}</span>,
    width: 'minmax(200px, 2fr)',
  },
];

const outcomes = ['changed', 'unchanged', 'skipped', 'failed'] as const;

/** The result for each contact. A click on a count filters the list. */
export function JobItems({ job }: { readonly job: BulkJob }) {
  const { outcome } = route.useSearch();
  const list = useList(bulkJobItemsQuery(job.id, outcome));
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each progress of the job adds results.
  useEffect(() => {
    void refresh(client, 'bulk-jobs', 'items', job.id);
  }, [client, job.id, job.processed]);
  const columns = useMemo(() => columnsOf(job.action), [job.action]);
  const isDeletion = job.action === 'delete' || job.action === 'delete_untouched';

  return (
    <>
      <CountTiles label="Contacts by result">
        {outcomes.map((itemOutcome) => (
          <CountTile
            key={itemOutcome}
            label={outcomeLabel(itemOutcome, job.action)}
            value={job[itemOutcome]}
            tone={itemOutcome === 'failed' && job.failed > 0 ? 'danger' : undefined}
            isCurrent={outcome === itemOutcome}
            link={{
              from: '/contacts/bulk-jobs/$jobId',
              to: '.',
              search: outcome === itemOutcome ? {} : { outcome: itemOutcome },
            }}
          />
        ))}
      </CountTiles>
      <DataTable
        label="Results"
        list={list}
        columns={columns}
        rowId={({ contactId }) => contactId}
        {...(!isDeletion && {
          rowLink: ({ contactId }: BulkJobItem) => ({
            to: '/contacts/$contactId' as const,
            params: { contactId },
          }),
        })}
        maxHeight={560}
        empty={
          <EmptyState title={outcome ? 'No contact with this result' : 'No results yet'}>
            Each contact appears here when the job has processed it.
          </EmptyState>
        }
      />
    </>
  );
}
