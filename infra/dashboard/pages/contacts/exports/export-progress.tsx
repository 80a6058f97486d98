import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import type { Tone } from '../../../components/notice.tsx';
import { showError } from '../../../components/toast.tsx';
import { countOf } from '../../profile/count-of.ts';
import { type ExportSummary, exportQuery } from './queries.ts';

const labels: Readonly<Record<ExportSummary['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

const tones: Readonly<Record<ExportSummary['status'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  completed: 'success',
  failed: 'danger',
};

/** The status of an export, which is polled while the export runs. */
export function ExportProgress({ summary }: { readonly summary: ExportSummary }) {
  const client = useQueryClient();
  const isRunning = summary.endedAt === null;
  const { data } = useQuery({ ...exportQuery(summary.id), enabled: isRunning });
  const { status, statusReason, rows, endedAt } = data ?? summary;
  const hasJustEnded = isRunning && endedAt !== null;
  useEffect(() => {
    if (hasJustEnded) void refresh(client, 'exports', 'list');
  }, [hasJustEnded, client]);

  return (
    <Badge tone={tones[status]} reason={statusReason?.message}>
      {status === 'running' ? countOf(rows, 'row') : labels[status]}
    </Badge>
  );
}

/** Requests a download URL, which is valid for ten minutes, and opens it. */
export function DownloadButton({ summary }: { readonly summary: ExportSummary }) {
  const download = useMutation({
    mutationFn: () => unwrap(api.GET('/exports/{id}', { params: { path: { id: summary.id } } })),
    onSuccess({ downloadUrl }) {
      if (downloadUrl === null) showError(new Error('The file was deleted. Export the contacts again.'));
      else window.location.assign(downloadUrl);
    },
    onError: showError,
  });
  if (summary.status !== 'completed') return <span className="none">—</span>;

  return (
    <Button size="small" icon={<Download />} isPending={download.isPending} onClick={() => download.mutate()}>
      Download
    </Button>
  );
}
