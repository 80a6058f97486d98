import * as z from 'zod/mini';
import type { Item, Key } from '#lib/storage/table.ts';
import { Webhook } from '#lib/webhooks/webhook.ts';

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

const WebhookItem = z.extend(Webhook, { sealedSecret: z.string() });
export type WebhookItem = z.infer<typeof WebhookItem>;

export function toWebhook({ pk: _pk, sk: _sk, ...item }: Item): WebhookItem {
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
