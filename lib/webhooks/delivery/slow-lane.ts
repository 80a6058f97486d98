import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** How long an endpoint stays in the slow lane after its last slow response. */
const slowForMs = 30_000;

/** A mark that is valid for at least this long is not renewed. */
const refreshMs = 20_000;

/** Whether the deliveries of a webhook use the slow lane. @param now epoch milliseconds */
export function isSlow({ slowUntil = 0 }: WebhookItem, now: number): boolean {
  return slowUntil > now;
}

interface WatchServices extends Services {
  /** Response time from which an endpoint is slow. */
  readonly slowAfterMs: number;
}

interface ObservedRequest {
  readonly workspaceId: string;
  readonly webhook: WebhookItem;
}

/**
 * Runs a request and marks the endpoint as slow when the request has been pending for `slowAfterMs`. So a hanging endpoint
 * occupies the fast lane only with the requests of its first `slowAfterMs`: at most 10 messages in each of 100 instances.
 *
 * Only elapsed time counts. A busy instance may therefore mark a fast endpoint. Its deliveries then need a lease, but are not
 * delayed.
 */
export async function markIfSlow<Result>(
  services: WatchServices,
  observed: ObservedRequest,
  send: () => Promise<Result>,
): Promise<Result> {
  let marking: Promise<void> | undefined;
  let pendingMark: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // Lets a response that has already arrived be processed first, if this process was busy.
    pendingMark = setImmediate(() => {
      marking = markSlow(services, observed);
    });
  }, services.slowAfterMs);
  try {
    return await send();
  } finally {
    clearTimeout(timer);
    clearImmediate(pendingMark);
    await marking;
  }
}

/** Never rejects: a failed mark must not discard the endpoint's response. */
async function markSlow(
  { table, now }: WatchServices,
  { workspaceId, webhook }: ObservedRequest,
): Promise<void> {
  const at = now();
  if ((webhook.slowUntil ?? 0) > at + refreshMs) return;
  const ids = { workspaceId, webhookId: webhook.id };
  try {
    const marked = await updateIf(table, {
      update: webhookKey(workspaceId, webhook.id),
      set: { slowUntil: at + slowForMs },
      // A new URL may be faster.
      if: [
        { url: { is: webhook.url }, slowUntil: 'absent' },
        { url: { is: webhook.url }, slowUntil: { below: at + refreshMs } },
      ],
    });
    if (marked) log('info', 'moved to the slow lane', ids);
  } catch (error) {
    log('warn', 'endpoint not marked as slow', ids, error);
  }
}
