import * as z from 'zod/mini';
import { EventKind } from '#lib/activity/event.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { WebhookState } from '#lib/webhooks/state.ts';

/*
 * | access pattern                              | how                                                    |
 * |---------------------------------------------|--------------------------------------------------------|
 * | webhooks of a workspace                     | Query W#<workspace>#WEBHOOKS                           |
 * | get by id; counters                         | GetItem, UpdateItem there                              |
 * | deliveries of a webhook, newest first       | Query W#<workspace>#WEBHOOK#<id>, DLV#<event>           |
 * | deliveries whose next attempt is late       | worklist                                               |
 *
 * A delivery has an item only once an attempt has an outcome: until then its message in the queue is all there is.
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

export function deliveryKey(workspaceId: string, webhookId: string, eventId: string): Key {
  return { pk: `W#${workspaceId}#WEBHOOK#${webhookId}`, sk: `DLV#${eventId}` };
}

/** What a sealed secret is bound to. */
export const secretContext = (webhookId: string) => `${webhookId}.secret`;

const WebhookItem = z.extend(WebhookState, {
  id: z.string(),
  url: z.string(),
  events: z.array(EventKind),
  description: z.nullable(z.string()),
  sealedSecret: z.string(),
  /** Valid until `previousExpiresAt`, epoch milliseconds; whoever signs compares, nobody removes it in time. */
  sealedPreviousSecret: z.optional(z.string()),
  previousExpiresAt: z.optional(z.int()),
  lastAcceptedSecret: z.optional(z.enum(['current', 'previous'])),
  /** How often in a row both secrets were rejected, and until when, therefore, only one is tried. */
  doubleRejections: z.optional(z.int()),
  fallbackPausedUntil: z.optional(z.int()),
});
export type WebhookItem = z.infer<typeof WebhookItem>;

export function toWebhook(item: Item): WebhookItem {
  return WebhookItem.parse(item);
}

export const DeliveryItem = z.object({
  workspaceId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  subjectId: z.string(),
  status: z.enum(['delivered', 'pending', 'exhausted', 'held']),
  /** Attempts with an outcome. */
  attempts: z.int(),
  /** Epoch milliseconds of the next attempt. */
  dueAt: z.int(),
  lastOutcome: z.string(),
});
export type DeliveryItem = z.infer<typeof DeliveryItem>;
