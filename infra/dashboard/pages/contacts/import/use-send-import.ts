import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useSession } from '../../../api/session.ts';
import { importQuery } from './queries.ts';
import { startImport } from './send-import.ts';

/** Imports a file. @param onImported runs before lists are read again */
export function useSendImport(
  file: File,
  onImported: (report: Schemas['ImportReport']) => void | Promise<void>,
) {
  const client = useQueryClient();
  const session = useSession();

  return useMutation({
    mutationFn: (options: Schemas['ImportSettings']) => startImport(file, options, session?.workspaceId),
    async onSuccess(report) {
      client.setQueryData(importQuery(report.importId).queryKey, report);
      await onImported(report);
      await Promise.all(
        ['contacts', 'companies', 'campaigns', 'imports'].map((type) => refresh(client, type)),
      );
    },
  });
}
