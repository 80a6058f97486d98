import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMemo } from 'react';
import { type List, staticList, useList } from '../../../api/lists.ts';
import { useCan, useSession } from '../../../api/session.ts';
import { buttonClass } from '../../../components/button.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { importEntriesQuery } from './queries.ts';
import { type RecentImport, readRecentImports } from './recent-imports.ts';

interface ListedImport {
  readonly id: string;
  readonly startedAt: string;
  readonly fileName: string | undefined;
  /** Undefined for imports that are known only to this browser. */
  readonly by?: string;
}

const columns: readonly Column<ListedImport>[] = [
  {
    id: 'file',
    header: 'Import',
    cell: ({ fileName, id }) => fileName ?? <span className="muted">{id}</span>,
    width: 'minmax(220px, 2fr)',
  },
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
