import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** How long an endpoint stays in the slow lane after its last slow answer. */
const slowForMs = 30_000;

/** A mark that is valid for at least this long is not written again. */
const refreshMs = 20_000;

export function isSlow({ slowUntil = 0 }: WebhookItem, now: number): boolean {
  return slowUntil > now;
}

interface WatchServices extends Services {
  /** An endpoint that has not answered by then is slow. */
  readonly slowAfterMs: number;
}

interface Watched {
  readonly workspaceId: string;
  readonly webhook: WebhookItem;
}

/**
 * Waits for an endpoint, and marks it as slow as soon as a request has been pending for `slowAfterMs`. So a hanging
 * endpoint takes from the quick lane only what started before: its rate × `slowAfterMs` requests, and never more than the
 * 100 instances × 10 messages of that lane.
 *
 * The clock alone decides. A busy instance may mark an endpoint that answers in time: its deliveries then cost a lease
 * more, and are not later.
 */
export async function watchSlowness<Result>(
  services: WatchServices,
  watched: Watched,
  waiting: () => Promise<Result>,
): Promise<Result> {
  let marking: Promise<void> | undefined;
  let check: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // An answer that is here already, but was not read yet because this process was busy, is read before this runs.
    check = setImmediate(() => {
      marking = markSlow(services, watched);
    });
  }, services.slowAfterMs);
  try {
    return await waiting();
  } finally {
    clearTimeout(timer);
    clearImmediate(check);
    await marking;
  }
}

/** Never rejects: a table that refuses the mark must not lose what the endpoint answers. */
async function markSlow({ table, now }: WatchServices, { workspaceId, webhook }: Watched): Promise<void> {
  const at = now();
  if ((webhook.slowUntil ?? 0) > at + refreshMs) return;
  const names = { workspaceId, webhookId: webhook.id };
  try {
    const marked = await updateIf(table, {
      update: webhookKey(workspaceId, webhook.id),
      set: { slowUntil: at + slowForMs },
      // Another address may be quicker.
      if: [
        { url: { is: webhook.url }, slowUntil: 'absent' },
        { url: { is: webhook.url }, slowUntil: { below: at + refreshMs } },
      ],
    });
    if (marked) log('info', 'moved to the slow lane', names);
  } catch (error) {
    log('warn', 'endpoint not marked as slow', names, error);
  }
}
