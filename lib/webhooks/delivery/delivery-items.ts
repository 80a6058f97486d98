import * as z from 'zod/mini';
import type { Item, Key } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { EventKind } from '#lib/values/event-kind.ts';
import { timeOfId, timestamp, ulidTime } from '#lib/values/ids.ts';
import { Include } from '#lib/values/include.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { DeliveryAttempt, DeliveryStatus } from '#lib/webhooks/delivery/delivery.ts';

/*
 * | access pattern                              | how                                                    |
 * |---------------------------------------------|--------------------------------------------------------|
 * | deliveries of a webhook, newest first       | Query W#<workspace>#WEBHOOK#<id>, DLV#<event>           |
 * | deliveries with an overdue attempt          | worklist `delivery`                                    |
 * | held deliveries, oldest first               | gsi3 HELD#<webhook>, by event                          |
 *
 * A delivery has no item until its first attempt has an outcome or it is held. Before that, only its queue message exists.
 */
export const deliveriesPartition = (workspaceId: string, webhookId: string) =>
  `W#${workspaceId}#WEBHOOK#${webhookId}`;

export const deliveryPrefix = 'DLV#';

export function deliveryKey(workspaceId: string, webhookId: string, eventId: string): Key {
  return { pk: deliveriesPartition(workspaceId, webhookId), sk: `${deliveryPrefix}${eventId}` };
}

export const heldPartition = (webhookId: string) => `HELD#${webhookId}`;

/** An event has one delivery per webhook, so the delivery's id derives from the event's: `dlv_` instead of `evt_`. */
export const deliveryIdOf = (eventId: string) => `dlv_${eventId.slice(4)}`;
export const eventIdOfDelivery = (deliveryId: string) => `evt_${deliveryId.slice(4)}`;

/** A delivery as stored in the table. */
export const DeliveryItem = z.object({
  workspaceId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  subjectId: z.string(),
  type: EventKind,
  /** See `DeliveryMessage`. */
  include: z.optional(Include),
  status: DeliveryStatus,
  /** Scheduled attempts with an outcome; resends are not included. */
  attempts: z.int(),
  /** Epoch milliseconds of the next attempt. */
  dueAt: z.optional(z.int()),
  /** Number of requested resends. */
  resends: z._default(z.int(), 0),
  log: z._default(z.array(DeliveryAttempt), []),
  /** `startedAt` of the last replay that sent it again. */
  replayedBy: z.optional(z.string()),
});
export type DeliveryItem = z.infer<typeof DeliveryItem>;

export function toDelivery(item: Item): DeliveryItem {
  return DeliveryItem.parse(item);
}

const retentionDays = 30;
export const deliveryRetentionMs = retentionDays * 86_400_000;

/** Lower bound of the sort keys of retained deliveries. Older items may still exist until they expire. */
export function oldestRetainedKey(now: number): string {
  return `${deliveryPrefix}evt_${ulidTime(now - deliveryRetentionMs)}`;
}

/** Attributes of a delivery's item that never change. The first write of the item sets them. */
export function deliveryOrigin(
  { workspaceId, webhookId, eventId, subjectId, include }: DeliveryMessage,
  type: EventKind,
) {
  return {
    workspaceId,
    webhookId,
    eventId,
    subjectId,
    type,
    ...(include && { include }),
    expiresAtEpochSeconds: Math.ceil(timeOfId(eventId) / 1000) + retentionDays * 86_400,
  };
}

/** The attribute that marks a resend with an outcome. Each has its own, because resends can end in any order. */
export const resentAttribute = (resend: number) => `resent${resend}`;

/** An attempt as an entry of the delivery's log. It has at most two response bodies, so that a page of deliveries stays small. */
export function logEntry(
  trigger: DeliveryAttempt['trigger'],
  number: number,
  { startedAt, requests }: AttemptOutcome,
): DeliveryAttempt {
  const shownRequests = requests.map((request, position) =>
    position === 0 || position === requests.length - 1 ? request : { ...request, responseSnippet: '' },
  );

  return { number, trigger, startedAt: timestamp(startedAt), requests: shownRequests };
}

/**
 * Index keys of a held delivery, sorted by event. A release reads only keys after `releasesAfter` (the owner declined the earlier
 * deliveries) and within the retention. The event of a delivery that is held now can be older than these bounds. Then its key
 * begins with `releasesAfter` or with the start of its replay, so that the release finds it.
 * @param releasesAfter attribute of the webhook
 */
export function heldIndexKeys({ webhookId, eventId, replayedBy }: DeliveryMessage, releasesAfter = '') {
  const replayStart = replayedBy === undefined ? '' : `evt_${ulidTime(Date.parse(replayedBy))}`;
  const earliest = releasesAfter > replayStart ? releasesAfter : replayStart;
  const gsi3sk = eventId > earliest ? eventId : `${earliest}#${eventId}`;

  return { gsi3pk: heldPartition(webhookId), gsi3sk };
}

/** @param dueAt epoch milliseconds of the next attempt */
export function dueAttributes({ eventId }: Pick<DeliveryMessage, 'eventId'>, dueAt: number) {
  return { dueAt, ...worklistAttributes('delivery', eventId, dueAt) };
}

/** Attributes to remove so that a delivery is neither due nor held. Both lists use the index gsi3. */
export const deliveryIndexAttributes = ['dueAt', ...worklistAttributeNames] as const;
