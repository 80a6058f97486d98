import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileDown, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh, useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Badge, type StateLabel } from '../../../components/badge.tsx';
import { Button, buttonClass, IconButton } from '../../../components/button.tsx';
import { countOf } from '../../../components/number.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState, NoValue } from '../../../components/states.tsx';
import { countColumn, timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { ContactTabs } from '../contact-tabs.tsx';
import { filterText } from '../filter-text.ts';
import { type ExportSummary, exportQuery, exportsQuery } from './queries.ts';

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
  countColumn('rows', 'Rows'),
  timeColumn('createdAt', 'Created', { width: '120px' }),
  timeColumn('expiresAt', 'Kept until', { width: '120px', isWideOnly: true }),
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

const statusLabels: Readonly<Record<ExportSummary['status'], StateLabel>> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** The status of an export, which is polled while the export runs. */
function ExportProgress({ summary }: { readonly summary: ExportSummary }) {
  const client = useQueryClient();
  const isRunning = summary.endedAt === null;
  const { data } = useQuery({ ...exportQuery(summary.id), enabled: isRunning });
  const { status, statusReason, rows, endedAt } = data ?? summary;
  const hasJustEnded = isRunning && endedAt !== null;
  useEffect(() => {
    if (hasJustEnded) void refresh(client, 'exports', 'list');
  }, [hasJustEnded, client]);

  return (
    <Badge tone={statusLabels[status].tone} reason={statusReason?.message}>
      {status === 'running' ? countOf(rows, 'row') : statusLabels[status].label}
    </Badge>
  );
}

/** Requests a download URL, which is valid for ten minutes, and opens it. */
function DownloadButton({ summary }: { readonly summary: ExportSummary }) {
  const download = useMutation({
    mutationFn: () => unwrap(api.GET('/exports/{id}', { params: { path: { id: summary.id } } })),
    onSuccess({ downloadUrl }) {
      if (downloadUrl === null) showError(new Error('The file was deleted. Export the contacts again.'));
      else window.location.assign(downloadUrl);
    },
    onError: showError,
  });
  if (summary.status !== 'completed') return <NoValue />;

  return (
    <Button size="small" icon={<Download />} isPending={download.isPending} onClick={() => download.mutate()}>
      Download
    </Button>
  );
}

interface DeleteExportProps {
  /** The export to delete; undefined while the dialog is closed. */
  readonly summary: ExportSummary | undefined;
  readonly onClose: () => void;
}

function DeleteExport({ summary, onClose }: DeleteExportProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    if (!summary) return;
    await unwrap(api.DELETE('/exports/{id}', { params: { path: { id: summary.id } } }));
    showToast('Export deleted');
    await refresh(client, 'exports');
  };

  return (
    <Confirm
      isOpen={summary !== undefined}
      onClose={onClose}
      title={`Delete the export of ${summary?.type ?? 'the list'}?`}
      action="Delete export"
      onConfirm={remove}
    >
      Its file is deleted, too. An export that is running stops.
    </Confirm>
  );
}
