import { eventsOfWorkspace } from '#lib/commit/event-queries.ts';
import { readEvent } from '#lib/commit/stored-event.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type MergedQuery, readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import { type Item, type Key, type Table, updateIf } from '#lib/storage/table.ts';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { timestamp, ulidTime } from '#lib/values/ids.ts';
import type { ReleaseMessage } from '#lib/values/queues.ts';
import {
  deliveryKey,
  deliveryOrigin,
  heldIndexKeys,
  toDelivery,
} from '#lib/webhooks/delivery/delivery-items.ts';
import { type NewDelivery, newDelivery } from '#lib/webhooks/delivery/new-delivery.ts';
import { isRecipient, type PublishedEvent, readEventContext } from '#lib/webhooks/event-context.ts';
import { storeIncluded } from '#lib/webhooks/included-data.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { type Replay, type ReplayFailure, replayPosition } from '#lib/webhooks/replay.ts';
import { isSubscribed } from '#lib/webhooks/subscription.ts';

/** Events per chunk. Their contacts, campaigns and deliveries are read with one BatchGetItem each. */
const chunkSize = 100;

/**
 * Holds deliveries of the replay's next events, so that they are released. A delivery is held once per replay, even if
 * a chunk runs twice. Idempotent, and may stop at any point.
 * @returns the webhook after the chunk; undefined if another run has processed it
 */
export async function replayNextEvents(
  { table, now }: Pick<Services, 'table' | 'now'>,
  { workspaceId, webhookId }: ReleaseMessage,
  webhook: WebhookItem,
  replay: Replay,
): Promise<WebhookItem | undefined> {
  const query = periodQuery(workspaceId, webhook, replay);
  // The position is `<startedAt>#<last event id>`.
  const position = webhook.replayPosition ?? '';
  const lastId = position.slice(replayPosition(replay, '').length);
  const items = await readMerged(table, query, lastId === '' ? undefined : lastId, chunkSize);
  const deliveries = await deliveriesToReplay({ table, now }, workspaceId, webhook, items);
  await storeIncluded(table, deliveries);
  const heldCount = await holdAll(table, deliveries, replay);
  const last = items.at(-1);
  const updated = await updateIf(table, {
    update: webhookKey(workspaceId, webhookId),
    set: {
      replay: {
        ...replay,
        queued: replay.queued + heldCount,
        completedAt: items.length < chunkSize ? timestamp(now()) : null,
      },
      replayPosition: last ? replayPosition(replay, sortKeyOf(query, last)) : position,
      // Extends the release, because the index shows held deliveries with a delay.
      ...(webhook.status === 'healthy' && { releasingSince: now() }),
    },
    if: { replayPosition: { is: position }, status: { is: webhook.status } },
  });

  return updated && toWebhook(updated);
}

/** Ends a replay with events that cannot be read, so that other held deliveries are released. */
export async function failReplay(
  { table, now }: Pick<Services, 'table' | 'now'>,
  key: Key,
  { replayPosition: position = '' }: WebhookItem,
  replay: Replay,
): Promise<WebhookItem | undefined> {
  const completedAt = timestamp(now());
  const message = 'the next events could not be read three times: replay a period after them';
  const statusReason: ReplayFailure = { code: 'events_unreadable', message, occurredAt: completedAt };
  const updated = await updateIf(table, {
    update: key,
    set: { replay: { ...replay, completedAt, statusReason } },
    if: { replayPosition: { is: position } },
  });

  return updated && toWebhook(updated);
}

/** The subscribed events of the period, oldest first. */
function periodQuery(workspaceId: string, webhook: WebhookItem, { after, before }: Replay): MergedQuery {
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

async function deliveriesToReplay(
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

/** @returns the number of deliveries that are held now because of this replay */
async function holdAll(
  table: Table,
  deliveries: readonly ReplayedDelivery[],
  replay: Replay,
): Promise<number> {
  const keys = deliveries.map(({ message: { workspaceId, webhookId, eventId } }) =>
    deliveryKey(workspaceId, webhookId, eventId),
  );
  const storedItems = await table.getMany(keys, { consistent: true });
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
