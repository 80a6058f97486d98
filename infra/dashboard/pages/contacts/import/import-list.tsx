import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMemo } from 'react';
import type { Schemas } from '../../../api/client.ts';
import { type List, staticList, useList } from '../../../api/lists.ts';
import { useCan, useSession } from '../../../api/session.ts';
import { Badge, type StateLabel } from '../../../components/badge.tsx';
import { buttonClass } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { importEntriesQuery, importQuery } from './queries.ts';
import { type RecentImport, readRecentImports } from './recent-imports.ts';

type Report = Schemas['ImportReport'];

interface ListedImport {
  readonly id: string;
  readonly startedAt: string;
  readonly fileName: string | undefined;
  /** Undefined for imports that are known only to this browser. */
  readonly by?: string;
}

const states: Readonly<Record<Report['status'], StateLabel>> = {
  running: { label: 'Running', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

function ImportState({ id }: ListedImport) {
  const { data, error } = useQuery(importQuery(id));
  if (error) return <span className="muted">Report deleted</span>;

  return data && <Badge tone={states[data.status].tone}>{states[data.status].label}</Badge>;
}

/** A column of a count of the report, which the list of imports does not have. */
const reportColumn = (name: 'created' | 'failed', header: string): Column<ListedImport> => ({
  id: name,
  header,
  cell: (row) => <ReportCount {...row} name={name} />,
  width: '88px',
  align: 'end',
});

function ReportCount({ id, name }: ListedImport & { readonly name: 'created' | 'failed' }) {
  const { data } = useQuery(importQuery(id));

  return data && formatNumber(data[name]);
}

const columns: readonly Column<ListedImport>[] = [
  {
    id: 'file',
    header: 'Import',
    cell: ({ fileName, startedAt }) =>
      fileName ?? (
        <>
          Import of <Time value={startedAt} format="full" />
        </>
      ),
    width: 'minmax(220px, 2fr)',
  },
  { id: 'status', header: 'Status', cell: (row) => <ImportState {...row} />, width: '120px' },
  reportColumn('created', 'Created'),
  reportColumn('failed', 'Failed'),
  timeColumn('startedAt', 'Started', { width: '160px' }),
  { id: 'by', header: 'By', cell: ({ by }) => by ?? 'This browser', width: 'minmax(160px, 1fr)' },
];

export function ImportList() {
  const isOwner = useCan('owner');

  return (
    <Page
      title="Imports"
      description={`Reports are kept for 30 days. ${isOwner ? '' : 'Listed are the imports that were started in this browser; owners see all.'}`}
      actions={
        <Link to="/contacts/import" className={buttonClass('primary')}>
          Import contacts
        </Link>
      }
      isFilled
    >
      <ContactTabs />
      {isOwner ? <AllImports /> : <RecentImports />}
    </Page>
  );
}

const useRecentImports = (): readonly RecentImport[] => readRecentImports(useSession()?.workspaceId);

/** All imports, from the audit log. Imports that were started in this browser have a file name. */
function AllImports() {
  const list = useList(importEntriesQuery());
  const recentImports = useRecentImports();
  const rows = useMemo(() => {
    const names = new Map(recentImports.map(({ id, fileName }) => [id, fileName]));

    return list.rows.map(
      ({ resourceId, occurredAt, actor }): ListedImport => ({
        id: resourceId ?? '',
        startedAt: occurredAt,
        fileName: names.get(resourceId ?? ''),
        by: actor.name ?? actor.type,
      }),
    );
  }, [list.rows, recentImports]);

  return <ImportTable list={{ ...list, rows }} />;
}

const RecentImports = () => <ImportTable list={staticList(useRecentImports())} />;

const ImportTable = ({ list }: { readonly list: List<ListedImport> }) => (
  <DataTable
    label="Imports"
    list={list}
    columns={columns}
    rowId={({ id }) => id}
    rowLink={({ id }) => ({ to: '/contacts/imports/$importId', params: { importId: id } })}
    empty={
      <EmptyState title="No imports yet" icon={<FileUp />}>
        Import a CSV file. Its report lists every row that failed, with the reason.
      </EmptyState>
    }
  />
);
