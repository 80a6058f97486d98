import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Confirm } from '../../../components/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { ExportSummary } from './queries.ts';

interface DeleteExportProps {
  readonly removed: ExportSummary | undefined;
  readonly onClose: () => void;
}

export function DeleteExport({ removed, onClose }: DeleteExportProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    if (!removed) return;
    await unwrap(api.DELETE('/exports/{id}', { params: { path: { id: removed.id } } }));
    showToast('Export deleted');
    await refresh(client, 'exports');
  };

  return (
    <Confirm
      isOpen={removed !== undefined}
      onClose={onClose}
      title={`Delete the export of ${removed?.type ?? 'the list'}?`}
      action="Delete export"
      onConfirm={remove}
    >
      Its file is deleted, too. An export that is running stops.
    </Confirm>
  );
}
