import { log } from '#lib/runtime/log.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { markStalled, type StallServices } from '#lib/webhooks/stall.ts';

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

interface WatchServices extends StallServices {
  /** Whoever has not answered by then holds up whatever shares its invocation. */
  readonly slowAfterMs: number;
}

/** Whoever has not answered after so many times as long may not answer at all. */
const stalledAfterTurns = 6;

/**
 * Waits for an endpoint, and moves it to the slow lane as soon as that takes too long: while the first requests to one
 * that hangs still wait for their deadline, the next ones are out of the others' way already. Some seconds later they are
 * held instead.
 */
export async function watchSlowness<Result>(
  services: WatchServices,
  watched: Watched,
  waiting: () => Promise<Result>,
): Promise<Result> {
  const { workspaceId, webhook } = watched;
  const marks: Promise<void>[] = [];
  let turns = 0;
  const { eventLoopUtilization } = performance;
  let since = eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = eventLoopUtilization(since);
    since = eventLoopUtilization();
    if (utilization > busyShare) return;

    turns++;
    if (turns === 1) marks.push(noted(watched, markSlow(services, watched)));
    if (turns < stalledAfterTurns) return;
    clearInterval(timer);
    marks.push(noted(watched, markStalled(services, workspaceId, webhook)));
  }, services.slowAfterMs);
  try {
    return await waiting();
  } finally {
    clearInterval(timer);
    await Promise.all(marks);
  }
}

/** Never rejects: whatever the table says to a mark, what the endpoint answers must be recorded. */
async function noted({ workspaceId, webhook }: Watched, mark: Promise<void>): Promise<void> {
  try {
    await mark;
  } catch (error) {
    log('warn', 'slowness not noted', { workspaceId, webhookId: webhook.id }, error);
  }
}

async function markSlow({ table, now }: WatchServices, { workspaceId, webhook }: Watched): Promise<void> {
  const at = now();
  if ((webhook.slowUntil ?? 0) > at + refreshMs) return;
  const marked = await updateIf(table, {
    update: webhookKey(workspaceId, webhook.id),
    set: { slowUntil: at + slowForMs },
    // Another address may be quicker.
    if: [
      { url: { is: webhook.url }, slowUntil: 'absent' },
      { url: { is: webhook.url }, slowUntil: { below: at + refreshMs } },
    ],
  });
  if (marked) log('info', 'moved to the slow lane', { workspaceId, webhookId: webhook.id });
}
