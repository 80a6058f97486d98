import { readDueInboxes } from '#lib/email-accounts/inbox/inbox.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { SyncMessage } from '#lib/values/queues.ts';

/** Inboxes that one run requests. More than the readers of a stage with a quota of 5,000 read in a minute. */
const inboxesMax = 20_000;

/** An inbox that is due for longer is late. A reader that stopped keeps its lease for less than two minutes. */
const lateAfterMs = 5 * 60_000;

/**
 * Requests a read of each due inbox, also if it was requested a minute ago and is not read yet. Nothing else starts a read, so a lost
 * message, queue or reader delays it by a minute.
 * @returns the number of late inboxes, and the delay of the oldest one
 */
export async function requestInboxReads({
  table,
  now,
  syncs,
}: Services & { readonly syncs: Queue<SyncMessage> }): Promise<{ count: number; lateSeconds: number }> {
  const at = now();
  const due = await readDueInboxes(table, at, inboxesMax);
  await syncs.send(due.map(({ workspaceId, accountId }) => ({ message: { workspaceId, accountId } })));
  const delays = due.map(({ dueAt }) => at - dueAt).filter((delay) => delay > lateAfterMs);

  return { count: delays.length, lateSeconds: Math.round(Math.max(0, ...delays) / 1000) };
}
