import { inboxDue } from '#lib/email-accounts/inbox/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { type Table, updateIf } from '#lib/storage/table.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { connected } from '../../support/stack.ts';
import { consume } from './invoke.ts';

/** Makes inboxes due that may be read. */
export async function makeInboxesDue(
  calls: readonly SyncMessage[],
  table: Table = connected().table,
): Promise<void> {
  for (const { workspaceId, accountId } of calls) {
    const update = accountKey(workspaceId, accountId);
    await updateIf(table, { update, set: inboxDue(accountId, 0), if: { nextSyncAt: 'present' } });
  }
}

/**
 * Reads inboxes, which need not be due.
 * @param timeoutMs remaining time of the function
 * @returns the messages that are returned to the queue
 */
export async function readInboxes(calls: readonly SyncMessage[], timeoutMs?: number) {
  await makeInboxesDue(calls);

  return consume(sync, calls, 1, timeoutMs);
}
