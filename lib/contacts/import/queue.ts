import { importKey } from '#lib/contacts/import/items.ts';
import { type AcceptedImport, importAbandonWrite, importEndWrite } from '#lib/contacts/import/state.ts';
import type { Services } from '#lib/runtime/services.ts';
import { reportExpiry } from '#lib/storage/item.ts';
import {
  type QueuedJob,
  queuePut as queuedJobPut,
  queueKey,
  tryStartQueued,
} from '#lib/storage/run-queue.ts';
import type { Put, Table } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { ImportMessage } from '#lib/values/queues.ts';

type QueuedImport = Pick<AcceptedImport, 'workspaceId' | 'importId' | 'queuedAt'>;

export function importQueuePut(accepted: QueuedImport & { readonly queuedAt: number }): Put {
  const { importId, queuedAt } = accepted;

  return queuedJobPut(queuedJobOf(accepted, queuedAt), { importId, ...reportExpiry(queuedAt) });
}

/** Marks an import as started if it is among the first of the queue. @returns whether it may run; true if it was never queued */
export async function tryStartImport(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { queuedAt } = accepted;

  return queuedAt === undefined || tryStartQueued(table, queuedJobOf(accepted, queuedAt));
}

/** Ends an import if all its parts are done, and removes it from the queue. @returns whether this call ended it */
export function endImport(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { queuedAt } = accepted;
  const queueRemovals =
    queuedAt === undefined
      ? []
      : [{ delete: queueKey(queuedJobOf(accepted, queuedAt)), if: { pk: 'present' } } as const];

  return transactIf(table, [importEndWrite(accepted), ...queueRemovals]);
}

/** Ends an import that fails outside of its parts, and removes it from the queue. @returns whether this call ended it */
export async function abandonImport({ table, now }: Services, message: ImportMessage): Promise<boolean> {
  const { workspaceId, importId } = message;
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  const queuedAt = Number(item?.['queuedAt']);

  return transactIf(table, [
    importAbandonWrite(message, timestamp(now())),
    { delete: queueKey(queuedJobOf(message, queuedAt)), if: { pk: 'present' } },
  ]);
}

export const importQueuePartition = (workspaceId: string) => `W#${workspaceId}#IMPORT-QUEUE`;

const queuedJobOf = (
  { workspaceId, importId }: Omit<QueuedImport, 'queuedAt'>,
  queuedAt: number,
): QueuedJob => ({
  pk: importQueuePartition(workspaceId),
  id: importId,
  queuedAt,
});
