import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Confirm } from '../../../components/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { ExportSummary } from './queries.ts';

interface DeleteExportProps {
  /** The export to delete; undefined while the dialog is closed. */
  readonly summary: ExportSummary | undefined;
  readonly onClose: () => void;
}

export function DeleteExport({ summary, onClose }: DeleteExportProps) {
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
