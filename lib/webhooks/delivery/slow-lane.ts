import { startStopwatch } from '#lib/network/stopwatch.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { AttemptServices } from '#lib/webhooks/delivery/attempt.ts';
import { acquireLease, type EndpointLease } from '#lib/webhooks/delivery/leases.ts';
import { type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';

/** How long a mark lasts that is not renewed. */
const slowForMs = 30_000;

/** A mark that is valid for at least this long is not renewed. */
const refreshMs = 20_000;

/** Fast responses in a row, under one lease, that remove the mark. An endpoint with a tenth of slow responses rarely has 20. */
const fastResponsesMin = 20;

/** Whether an endpoint is marked as slow, so that requests to it need a lease. @param now epoch milliseconds */
export function isSlow({ slowUntil = 0 }: WebhookItem, now: number): boolean {
  return slowUntil > now;
}

export interface LaneServices extends Services {
  readonly lane: 'fast' | 'slow';
  /** Response time from which a request is slow. */
  readonly slowAfterMs: number;
  /** Whether slow requests need leases. */
  readonly hasLeases: boolean;
}

/** How a function sends the requests of its deliveries to an endpoint, one after another. */
export interface Lane {
  /** Whether a request may start now. The slow lane takes a lease for it. */
  readonly admit: (webhook: WebhookItem) => Promise<boolean>;
  /** Wraps one POST: starts the stopwatch, takes a lease when the request becomes slow, counts fast responses. */
  readonly observe: (webhook: WebhookItem) => NonNullable<AttemptServices['observe']>;
  /** The lease that the function has. In the fast lane, only a slow request takes one. */
  readonly lease: () => EndpointLease | undefined;
}

/**
 * A request that is pending for `slowAfterMs` needs a lease. If all leases are taken, the endpoint or its workspace already has its
 * maximum of slow requests, so the endpoint is marked. Then each of its requests needs a lease from its start, in the slow lane. So
 * a single slow response costs other deliveries nothing, and a hanging endpoint occupies the fast lane only with the requests of its
 * first `slowAfterMs`.
 */
export function openLane(services: LaneServices, message: DeliveryMessage): Lane {
  const { lane, slowAfterMs, hasLeases, now } = services;
  let lease: EndpointLease | undefined;
  let fastResponses = 0;
  const onSlow = async (webhook: WebhookItem) => {
    fastResponses = 0;
    lease ??= await acquireLease(services, message);
    if (!lease || isSlow(webhook, now())) await markSlow(services, message, webhook);
  };

  return {
    async admit(webhook) {
      if (!hasLeases) return true;
      if (lane === 'fast') return !isSlow(webhook, now());
      lease ??= await acquireLease(services, message);

      return lease !== undefined;
    },
    observe: (webhook) => async (post) => {
      let handling: Promise<void> | undefined;
      const stopwatch = startStopwatch(slowAfterMs, () => {
        if (hasLeases) handling = logFailure(onSlow(webhook), message);
      });
      try {
        return await post();
      } finally {
        stopwatch.stop();
        if (!handling && ++fastResponses === fastResponsesMin)
          handling = unmarkSlow(services, message, webhook);
        await handling;
      }
    },
    lease: () => lease,
  };
}

async function markSlow({ table, now }: Services, ids: DeliveryMessage, webhook: WebhookItem): Promise<void> {
  const at = now();
  if ((webhook.slowUntil ?? 0) > at + refreshMs) return;
  const marked = await updateIf(table, {
    update: webhookKey(ids.workspaceId, webhook.id),
    set: { slowUntil: at + slowForMs },
    // A new URL may be faster.
    if: [
      { url: { is: webhook.url }, slowUntil: 'absent' },
      { url: { is: webhook.url }, slowUntil: { below: at + refreshMs } },
    ],
  });
  if (marked) log('info', 'moved to the slow lane', { workspaceId: ids.workspaceId, webhookId: webhook.id });
}

/** Removes the mark. Held deliveries are sent by a release, or by functions with a lease. */
export function unmarkSlow(services: Services, ids: DeliveryMessage, webhook: WebhookItem): Promise<void> {
  if (!isSlow(webhook, services.now())) return Promise.resolve();
  const update = updateIf(services.table, {
    update: webhookKey(ids.workspaceId, webhook.id),
    remove: ['slowUntil'],
    if: { slowUntil: 'present' },
  });

  return logFailure(update, ids);
}

/** Never rejects: a failed lease or mark must not discard the endpoint's response. */
async function logFailure(
  work: Promise<unknown>,
  { workspaceId, webhookId }: DeliveryMessage,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    log('warn', 'state of the slow lane not written', { workspaceId, webhookId }, error);
  }
}
