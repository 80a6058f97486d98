import { expiryAttribute } from '#lib/contacts/import/items.ts';
import { type AcceptedImport, importEndWrite } from '#lib/contacts/import/state.ts';
import {
  findStartable,
  type QueuedJob,
  queuePut as queuedJobPut,
  queueKey,
  tryStartQueued,
} from '#lib/storage/run-queue.ts';
import { type Put, type Table, TransactionRefused } from '#lib/storage/table.ts';

type QueuedImport = Pick<AcceptedImport, 'workspaceId' | 'importId' | 'queuedAt'>;

export function importQueuePut(accepted: QueuedImport & { readonly queuedAt: number }): Put {
  const { importId, queuedAt } = accepted;

  return queuedJobPut(queuedJobOf(accepted, queuedAt), { importId, ...expiryAttribute(queuedAt) });
}

/** Marks an import as started if it is among the first of the queue. @returns whether it may run; true if it was never queued */
export async function tryStart(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { queuedAt } = accepted;

  return queuedAt === undefined || tryStartQueued(table, queuedJobOf(accepted, queuedAt));
}

/** Ids of imports that may run and are not started. */
export function findStartableImports(table: Table, workspaceId: string): Promise<string[]> {
  return findStartable(table, importQueuePartition(workspaceId));
}

/** Ends an import if all its parts are done, and removes it from the queue. @returns whether this call ended it */
export async function endImport(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { queuedAt } = accepted;
  const queueRemovals =
    queuedAt === undefined
      ? []
      : [{ delete: queueKey(queuedJobOf(accepted, queuedAt)), if: { pk: 'present' } } as const];
  try {
    await table.transact([importEndWrite(accepted), ...queueRemovals]);

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

export const importQueuePartition = (workspaceId: string) => `W#${workspaceId}#IMPORT-QUEUE`;

const queuedJobOf = ({ workspaceId, importId }: QueuedImport, queuedAt: number): QueuedJob => ({
  pk: importQueuePartition(workspaceId),
  id: importId,
  queuedAt,
});
