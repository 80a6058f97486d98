import * as z from 'zod/mini';
import type { Item, Key } from '#lib/storage/table.ts';
import { WebhookState } from '#lib/webhooks/state.ts';
import { SubscribedKind } from '#lib/webhooks/subscription.ts';

/*
 * | access pattern                              | how                                                    |
 * |---------------------------------------------|--------------------------------------------------------|
 * | webhooks of a workspace                     | Query W#<workspace>#WEBHOOKS                           |
 * | get by id; counters                         | GetItem, UpdateItem there                              |
 * | webhooks whose held deliveries may go out   | worklist `webhook`                                     |
 * | leases of requests to slow endpoints        | one item W#<workspace>#WEBHOOK_LEASES                  |
 *
 * Deliveries: delivery-items.ts.
 */
/** A workspace's webhooks are read together whenever an event is published. */
export const webhooksMax = 50;

export const webhooksPartition = (workspaceId: string) => `W#${workspaceId}#WEBHOOKS`;

export function webhookKey(workspaceId: string, webhookId: string): Key {
  return { pk: webhooksPartition(workspaceId), sk: webhookId };
}

export function webhookCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#WEBHOOK_COUNT`, sk: 'COUNT' };
}

/** What a sealed secret is bound to. */
export const secretContext = (webhookId: string) => `${webhookId}.secret`;

const WebhookItem = z.extend(WebhookState, {
  id: z.string(),
  url: z.string(),
  events: z.array(SubscribedKind),
  description: z.nullable(z.string()),
  sealedSecret: z.string(),
  /** Valid until `previousExpiresAt`, epoch milliseconds; whoever signs compares, nobody removes it in time. */
  sealedPreviousSecret: z.optional(z.string()),
  previousExpiresAt: z.optional(z.int()),
  lastAcceptedSecret: z.optional(z.enum(['current', 'previous'])),
  /** How often in a row both secrets were rejected, and until when, therefore, only one is tried. */
  doubleRejections: z.optional(z.int()),
  fallbackPausedUntil: z.optional(z.int()),
  /**
   * Epoch milliseconds. While failing: no further attempt is begun before. While healthy, after a failure: the earliest retry that
   * is known; a success removes it.
   */
  nextAttemptAt: z.optional(z.int()),
  /** When deliveries began to be released, after a failure or for the limit of requests in flight. Absent once none is held. */
  releasingSince: z.optional(z.int()),
  /** Its place in the worklist, as text that sorts like a time: when held deliveries are to be released next. */
  gsi3sk: z.optional(z.string()),
  /** What was held up to here, when its owner declined it, stays held. Sorts after every event until then. */
  releasesAfter: z.optional(z.string()),
  /** Until then, epoch milliseconds, its deliveries go through the slow lane. */
  slowUntil: z.optional(z.int()),
});
export type WebhookItem = z.infer<typeof WebhookItem>;

export function toWebhook(item: Item): WebhookItem {
  return WebhookItem.parse(item);
}
