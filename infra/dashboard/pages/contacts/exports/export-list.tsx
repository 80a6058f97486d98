import { Link } from '@tanstack/react-router';
import { FileDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { buttonClass, IconButton } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { filterText } from '../filter-text.ts';
import { DeleteExport } from './delete-export.tsx';
import { DownloadButton, ExportProgress } from './export-progress.tsx';
import { type ExportSummary, exportsQuery } from './queries.ts';

const types: Readonly<Record<ExportSummary['type'], string>> = {
  contacts: 'Contacts',
  recipients: 'Recipients of a campaign',
  activity: 'Activity',
  replies: 'Replies',
};

const columns: readonly Column<ExportSummary>[] = [
  {
    id: 'type',
    header: 'Export',
    cell: ({ type, format, filter }) => (
      <>
        <strong>{types[type]}</strong>{' '}
        <span className="muted">{[format.toUpperCase(), filterText(filter)].filter(Boolean).join(', ')}</span>
      </>
    ),
    width: 'minmax(240px, 2fr)',
  },
  { id: 'status', header: 'Status', cell: (item) => <ExportProgress summary={item} />, width: '160px' },
  { id: 'rows', header: 'Rows', cell: ({ rows }) => formatNumber(rows), width: '88px', align: 'end' },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Time value={createdAt} />, width: '120px' },
  {
    id: 'expiresAt',
    header: 'Kept until',
    cell: ({ expiresAt }) => <Time value={expiresAt} />,
    width: '120px',
    isWideOnly: true,
  },
  { id: 'download', header: 'File', cell: (item) => <DownloadButton summary={item} />, width: '136px' },
];

export function ExportList() {
  const canChange = useCan('member');
  const [exportToDelete, setExportToDelete] = useState<ExportSummary>();

  return (
    <Page
      title="Exports"
      description="A file is kept for 7 days. Anyone with its link can download it for 10 minutes."
      actions={
        <Link to="/contacts" className={buttonClass()}>
          Choose contacts to export
        </Link>
      }
      isFilled
    >
      <ContactTabs />
      <DataTable
        label="Exports"
        list={useList(exportsQuery())}
        columns={columns}
        rowId={({ id }) => id}
        {...(canChange && {
          rowActions: (item: ExportSummary) => (
            <IconButton
              size="small"
              label={`Delete the export of ${types[item.type]}`}
              icon={<Trash2 />}
              onClick={() => setExportToDelete(item)}
            />
          ),
        })}
        empty={
          <EmptyState title="No exports yet" icon={<FileDown />}>
            Filter the contacts, then choose Export. The file is written in the background.
          </EmptyState>
        }
      />
      <DeleteExport summary={exportToDelete} onClose={() => setExportToDelete(undefined)} />
    </Page>
  );
}
