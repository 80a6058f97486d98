import { eventsOfWorkspace } from '#lib/commit/event-queries.ts';
import { readEvent } from '#lib/commit/stored-event.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { type Item, type Table, updateIf } from '#lib/storage/table.ts';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';
import {
  deliveryKey,
  deliveryOrigin,
  heldIndexKeys,
  toDelivery,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { type NewDelivery, newDelivery } from '#lib/webhooks/delivery/new-delivery.ts';
import { isRecipient, type PublishedEvent, readEventContext } from '#lib/webhooks/event-context.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import type { Replay } from '#lib/webhooks/replay.ts';
import { isSubscribed } from '#lib/webhooks/subscription.ts';

/** The subscribed events of the period, oldest first. */
export function periodQuery(
  workspaceId: string,
  webhook: WebhookItem,
  { after, before }: Replay,
): MergedQuery {
  return {
    ...eventsOfWorkspace(
      workspaceId,
      eventKinds.filter((kind) => isSubscribed(webhook, kind)),
    ),
    from: `evt_${ulidTime(Date.parse(after) + 1)}`,
    to: `evt_${ulidTime(Date.parse(before))}`,
    ascending: true,
  };
}

interface ReplayedDelivery extends NewDelivery {
  readonly type: EventKind;
}

/** The deliveries of events that the webhook receives. */
export async function deliveriesToReplay(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  webhook: WebhookItem,
  items: readonly Item[],
): Promise<ReplayedDelivery[]> {
  const events = items.flatMap((item) => toPublishedEvent(item) ?? []);
  const context = await readEventContext(table, workspaceId, events, [webhook]);

  return events
    .filter((event) => isRecipient(webhook, event, context))
    .map((event) => ({ type: event.type, ...newDelivery(workspaceId, webhook, event, context, now()) }));
}

/**
 * The event in the form of its first publication. Undefined for events of bots, which webhooks do not receive, and for events
 * that this version cannot read or that have no subject.
 */
function toPublishedEvent(item: Item): (PublishedEvent & { readonly id: string }) | undefined {
  const event = readEvent(item);
  if (!event || event.details.botReason !== undefined) return undefined;
  const { id, type, data, details } = event;
  const { campaignId, emailAccountId } = data;
  const subjectId = data.contactId ?? campaignId ?? data.webhookId ?? emailAccountId;

  return subjectId === undefined
    ? undefined
    : { id, type, subjectId, campaignId, emailAccountId, variantId: details.variantId };
}

/**
 * Idempotent, and may stop at any point.
 * @returns the number of deliveries that are held now because of this replay
 */
export async function holdAll(
  table: Table,
  deliveries: readonly ReplayedDelivery[],
  replay: Replay,
): Promise<number> {
  const keys = deliveries.map(({ message: { workspaceId, webhookId, eventId } }) =>
    deliveryKey(workspaceId, webhookId, eventId),
  );
  const storedItems = await table.getMany(keys);
  const itemsByEvent = new Map(storedItems.map((item) => [toDelivery(item).eventId, item]));
  const results = await Promise.all(
    deliveries.map((each) => holdForReplay(table, each, itemsByEvent.get(each.message.eventId), replay)),
  );

  return results.filter((isHeld) => isHeld).length;
}

/**
 * Holds one delivery, which gets all five attempts again. Its index key is not before the start of the replay, because a
 * release skips earlier keys if the owner declined those deliveries or their retention has ended.
 * @returns whether the delivery is held because of this replay
 */
async function holdForReplay(
  table: Table,
  { message, type }: ReplayedDelivery,
  item: Item | undefined,
  { startedAt, deliveries }: Replay,
): Promise<boolean> {
  const { workspaceId, webhookId, eventId } = message;
  const delivery = item && toDelivery(item);
  if (delivery?.replayedBy === startedAt) return true;
  if (delivery?.status === 'pending') return false;
  if (delivery?.status === 'delivered' && deliveries === 'undelivered') return false;
  const updated = await updateIf(table, {
    update: deliveryKey(workspaceId, webhookId, eventId),
    set: {
      ...deliveryOrigin(message, type),
      status: 'held',
      attempts: 0,
      replayedBy: startedAt,
      ...heldIndexKeys({ ...message, replayedBy: startedAt }),
    },
    remove: ['dueAt'],
    if: delivery
      ? { status: { is: delivery.status }, attempts: { is: delivery.attempts } }
      : { attempts: 'absent' },
  });

  return updated !== undefined;
}
