import { expiryAttribute } from '#lib/contacts/import/items.ts';
import { type AcceptedImport, importEndWrite } from '#lib/contacts/import/state.ts';
import type { Item, Key, Put, Table } from '#lib/storage/table.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * The unfinished imports of a workspace in the order of acceptance: W#<workspace>#IMPORT-QUEUE, <time>#<import>. The first
 * two run and the others wait, so that a workspace cannot use all workers. Two run, so that an import that fails repeatedly
 * does not block the others.
 */
const importsAtOnce = 2;

type QueuedImport = Pick<AcceptedImport, 'workspaceId' | 'importId' | 'queuedAt'>;

export function queuePut(accepted: QueuedImport & { readonly queuedAt: number }): Put {
  const { importId, queuedAt } = accepted;

  return { put: { ...queueKey(accepted, queuedAt), importId, ...expiryAttribute(queuedAt) } };
}

/** Marks an import as started if it is first in the queue. @returns whether it may run; true if it was never queued */
export async function tryStart(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { workspaceId, importId, queuedAt } = accepted;
  if (queuedAt === undefined) return true;
  const first = await readFirstImports(table, workspaceId);
  if (!first.some((each) => each['importId'] === importId)) return false;
  const update = {
    update: queueKey(accepted, queuedAt),
    set: { isStarted: true },
    if: { pk: 'present' },
  } as const;

  return (await updateIf(table, update)) !== undefined;
}

/** Imports that may run and are not started. */
export async function findStartableImports(table: Table, workspaceId: string): Promise<string[]> {
  const first = await readFirstImports(table, workspaceId);

  return first.filter(({ isStarted }) => isStarted === undefined).map(({ importId }) => String(importId));
}

async function readFirstImports(table: Table, workspaceId: string): Promise<readonly Item[]> {
  const { items } = await table.query({
    ...{ pk: importQueuePartition(workspaceId), limit: importsAtOnce, consistent: true },
  });

  return items;
}

/** Ends an import if all its parts are done, and removes it from the queue. @returns whether this call ended it */
export async function endImport(table: Table, accepted: AcceptedImport): Promise<boolean> {
  const { queuedAt } = accepted;
  const left = { delete: queueKey(accepted, queuedAt ?? 0), if: { pk: 'present' } } as const;
  try {
    await table.transact([importEndWrite(accepted), ...(queuedAt === undefined ? [] : [left])]);

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

export const importQueuePartition = (workspaceId: string) => `W#${workspaceId}#IMPORT-QUEUE`;

const queueKey = ({ workspaceId, importId }: QueuedImport, queuedAt: number): Key => ({
  pk: importQueuePartition(workspaceId),
  sk: `${sortableTime(queuedAt)}#${importId}`,
});
