import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** Busier than this, a function that waits may be waiting for itself. */
const busyShare = 0.7;

/** How long an endpoint stays in the slow lane after its last slow answer. */
const slowForMs = 60_000;

/** A mark that holds for at least so long is not written again. */
const refreshMs = 45_000;

export function isSlow({ slowUntil = 0 }: WebhookItem, now: number): boolean {
  return slowUntil > now;
}

interface Watched {
  readonly workspaceId: string;
  readonly webhook: WebhookItem;
}

interface WatchServices {
  readonly table: Table;
  readonly now: () => number;
  /** Whoever has not answered by then holds up whatever shares its invocation. */
  readonly slowAfterMs: number;
}

/**
 * Waits for an endpoint, and moves it to the slow lane as soon as that takes too long: while the first requests to one
 * that hangs still wait for their deadline, the next ones are out of the others' way already.
 */
export async function watchSlowness<Result>(
  { table, now, slowAfterMs }: WatchServices,
  watched: Watched,
  waiting: () => Promise<Result>,
): Promise<Result> {
  let marking = Promise.resolve();
  let since = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    if (utilization > busyShare) return;

    clearInterval(timer);
    marking = markSlow(table, watched, now());
  }, slowAfterMs);
  try {
    return await waiting();
  } finally {
    clearInterval(timer);
    await marking;
  }
}

/** Never throws: whatever the table says to this, what the endpoint answers must be recorded. */
async function markSlow(table: Table, { workspaceId, webhook }: Watched, now: number): Promise<void> {
  if ((webhook.slowUntil ?? 0) > now + refreshMs) return;
  const ids = { workspaceId, webhookId: webhook.id };
  try {
    const marked = await updateIf(table, {
      update: webhookKey(workspaceId, webhook.id),
      set: { slowUntil: now + slowForMs },
      // Another address may be quicker.
      if: [
        { url: { is: webhook.url }, slowUntil: 'absent' },
        { url: { is: webhook.url }, slowUntil: { below: now + refreshMs } },
      ],
    });
    if (marked) log('info', 'moved to the slow lane', ids);
  } catch (error) {
    log('warn', 'not moved to the slow lane', ids, error);
  }
}
