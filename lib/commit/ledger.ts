import { activityIndexKeys, eventKey, outboxPartition, outboxShards } from '#lib/commit/items.ts';
import type { CounterIncrement, NewEvent, Retraction } from '#lib/commit/new-event.ts';
import type { OutboxItem, OutboxMessage } from '#lib/commit/outbox-item.ts';
import { shardOf } from '#lib/storage/shard.ts';
import type { Put, Update } from '#lib/storage/table.ts';
import { idCode, newId, timestamp } from '#lib/values/ids.ts';

/** Effects of a transaction in addition to its writes. */
interface SideEffects {
  readonly events: readonly NewEvent[];
  readonly retractions?: readonly Retraction[];
  readonly increments: readonly CounterIncrement[];
  readonly messages: readonly OutboxMessage[];
}

/**
 * The writes that add events to a transaction: one activity entry per event, and one outbox item for all. `publish` converts
 * the outbox item to counters and deliveries and then deletes it. Events caused by bots get an entry but are not published.
 */
export function recordEvents(
  workspaceId: string,
  { events, retractions = [], increments, messages }: SideEffects,
  now: number,
): Put[] {
  const entries = events.map((event) => ({
    id: event.id ?? newId('evt', now),
    subjectId: subjectOf(event),
    event,
  }));
  const eventPuts = entries.map(({ id, subjectId, event }) =>
    eventPut(workspaceId, subjectId, id, event, now),
  );
  const published = entries.filter(({ event }) => event.details?.botReason === undefined);
  if (published.length + retractions.length + increments.length + messages.length === 0) return eventPuts;
  // Only a sort key: the outbox is ordered by time. It is not the id of an event.
  const sk = newId('evt', now);
  const outbox: OutboxItem = {
    pk: outboxPartition(shardOf(sk, outboxShards)),
    sk,
    workspaceId,
    events: [
      ...published.map(({ id, subjectId, event }) => outboxEvent(id, subjectId, event)),
      ...retractions.map(({ id, event }) => ({
        ...outboxEvent(id, subjectOf(event), event),
        isRetracted: true,
      })),
    ],
    // Names of stored attributes: `tallies` are increments, `calls` are messages.
    tallies: sumByCounter(increments),
    ...(messages.length > 0 && { calls: [...messages] }),
  };

  return [...eventPuts, { put: outbox }];
}

/** Adds up the increments of each counter, so that an import chunk of 24 contacts stores one increment of `contacts.active`. */
function sumByCounter(increments: readonly CounterIncrement[]): CounterIncrement[] {
  const sums = new Map<string, CounterIncrement>();
  for (const { subjectId, counter, by } of increments) {
    const name = `${subjectId} ${counter}`;
    sums.set(name, { subjectId, counter, by: (sums.get(name)?.by ?? 0) + by });
  }

  return [...sums.values()].filter(({ by }) => by !== 0);
}

function outboxEvent(id: string, subjectId: string, event: NewEvent): OutboxItem['events'][number] {
  const { type, data, details, isFirst, isFirstOfEmail } = event;
  const { campaignId, emailAccountId, stepId } = data;
  const variantId = details?.variantId;
  const variant = variantCodeOf(event);

  return {
    id,
    type,
    subjectId,
    ...(campaignId && { campaignId }),
    ...(emailAccountId && { emailAccountId }),
    ...(typeof stepId === 'string' && { stepId }),
    ...(variantId && { variantId }),
    ...(variant !== undefined && { variant }),
    ...(isFirst && { isFirst }),
    ...(isFirstOfEmail && { isFirstOfEmail }),
  };
}

function variantCodeOf({ variant, details }: NewEvent): string | undefined {
  return variant ?? (details?.variantId === undefined ? undefined : idCode(details.variantId));
}

function eventPut(workspaceId: string, subjectId: string, id: string, event: NewEvent, now: number): Put {
  const { type, data, details, isFirst, isFirstOfEmail, variant } = event;

  return {
    put: {
      ...eventKey(workspaceId, subjectId, id),
      payload: JSON.stringify({ event: type, timestamp: timestamp(now), data }),
      ...(details && { details }),
      ...(isFirst && { isFirst }),
      ...(isFirstOfEmail && { isFirstOfEmail }),
      ...(variant !== undefined && { variant }),
      ...activityIndexKeys(workspaceId, id, event),
    },
  };
}

/** Marks the entries of events that were caused by bots. The entries stay visible, with the reason. */
export function retractionUpdates(workspaceId: string, retractions: readonly Retraction[]): Update[] {
  return retractions.map(({ id, event, botReason }) => ({
    update: eventKey(workspaceId, subjectOf(event), id),
    set: { details: { botReason } },
    if: { pk: 'present' },
  }));
}

/** An event belongs to the partition of its contact, or else of its campaign or webhook. */
function subjectOf({ type, data }: NewEvent): string {
  const subjectId = data.contactId ?? data.campaignId ?? data.webhookId;
  if (subjectId === undefined) throw new Error(`${type} has no subject`);

  return subjectId;
}
