import * as z from 'zod/mini';
import type { Item, Key } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { EventKind } from '#lib/values/event-kind.ts';
import { timeOfId, timestamp, ulidTime } from '#lib/values/ids.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { DeliveryAttempt, DeliveryStatus } from '#lib/webhooks/delivery/delivery.ts';
import type { DeliveryCall } from '#lib/webhooks/workers.ts';

/*
 * | access pattern                              | how                                                    |
 * |---------------------------------------------|--------------------------------------------------------|
 * | deliveries of a webhook, newest first       | Query W#<workspace>#WEBHOOK#<id>, DLV#<event>           |
 * | deliveries whose next attempt is late       | worklist `delivery`                                    |
 * | deliveries that are held, oldest first      | gsi3 HELD#<webhook>, by event                          |
 *
 * A delivery has an item only once something is known of it: until its first attempt has an outcome, its message in the
 * queue is all there is.
 */
export const deliveriesPartition = (workspaceId: string, webhookId: string) =>
  `W#${workspaceId}#WEBHOOK#${webhookId}`;

export const deliveryPrefix = 'DLV#';

export function deliveryKey(workspaceId: string, webhookId: string, eventId: string): Key {
  return { pk: deliveriesPartition(workspaceId, webhookId), sk: `${deliveryPrefix}${eventId}` };
}

export const heldPartition = (webhookId: string) => `HELD#${webhookId}`;

/** An event has one delivery to a webhook, so its id follows from the event's: `dlv_` instead of `evt_`. */
export const deliveryIdOf = (eventId: string) => `dlv_${eventId.slice(4)}`;
export const eventIdOf = (deliveryId: string) => `evt_${deliveryId.slice(4)}`;

export const DeliveryItem = z.object({
  workspaceId: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  subjectId: z.string(),
  type: EventKind,
  status: DeliveryStatus,
  /** Attempts of the schedule with an outcome; those that the owner asked for besides are not among them. */
  attempts: z.int(),
  /** Epoch milliseconds of the next attempt. */
  dueAt: z.optional(z.int()),
  /** How often the owner asked for it again, and the last of these that has an outcome. */
  resends: z._default(z.int(), 0),
  resent: z._default(z.int(), 0),
  log: z._default(z.array(DeliveryAttempt), []),
});
export type DeliveryItem = z.infer<typeof DeliveryItem>;

export function toDelivery(item: Item): DeliveryItem {
  return DeliveryItem.parse(item);
}

const keptDays = 30;

/** Where deliveries begin that are still kept: those of older events are gone, even if their items are still there. */
export function oldestKept(now: number): string {
  return `${deliveryPrefix}evt_${ulidTime(now - keptDays * 86_400_000)}`;
}

/** What a delivery's item says from its first write to its last, whichever of them comes first. */
export function deliveryOrigin(
  { workspaceId, webhookId, eventId, subjectId }: DeliveryCall,
  type: EventKind,
) {
  return {
    workspaceId,
    webhookId,
    eventId,
    subjectId,
    type,
    expiresAtEpochSeconds: Math.ceil(timeOfId(eventId) / 1000) + keptDays * 86_400,
  };
}

/** What the log of a delivery says of an attempt. */
export function logLine(
  trigger: DeliveryAttempt['trigger'],
  number: number,
  { startedAt, requests }: AttemptOutcome,
): DeliveryAttempt {
  return { number, trigger, startedAt: timestamp(startedAt), requests: [...requests] };
}

/**
 * Among what is held for a webhook, by event. What is held only after its owner declined what was held until then is none
 * of that, however old its event is: it stands just behind.
 * @param releasesAfter as the webhook has it
 */
export function heldPlace({ webhookId, eventId }: DeliveryCall, releasesAfter: string) {
  const gsi3sk = eventId > releasesAfter ? eventId : `${releasesAfter}#${eventId}`;

  return { gsi3pk: heldPartition(webhookId), gsi3sk };
}

export function duePlace({ eventId }: Pick<DeliveryCall, 'eventId'>, dueAt: number) {
  return { dueAt, ...worklistPlace('delivery', eventId, dueAt) };
}

/** Neither due nor held. */
export const noDeliveryPlace = ['dueAt', ...noWorklistPlace] as const;
