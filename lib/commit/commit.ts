import type { Change, CounterIncrement, NewEvent, Retraction } from '#lib/commit/change.ts';
import { activityIndexKeys, eventKey, outboxPartition, outboxShards } from '#lib/commit/items.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { Services } from '#lib/runtime/services.ts';
import { shardOf } from '#lib/storage/item.ts';
import type { Put, Update, Write } from '#lib/storage/table.ts';
import { idCode, newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Limit of a DynamoDB transaction: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const writesMax = 100;

/**
 * Commits `leadingWrites` (such as the idempotency record), the change's writes and its events in one transaction. This is the
 * only way to change a workspace's state.
 * @throws Problem 422 when the change exceeds one transaction, the error of a failed write's `otherwise`, or
 * TransactionRefused
 */
export async function commit<Result>(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  change: Omit<Change<Result>, 'result'>,
  leadingWrites: readonly Write[] = [],
): Promise<void> {
  const allWrites = [
    ...leadingWrites,
    ...change.writes,
    ...retractionUpdates(workspaceId, change.retractions ?? []),
    ...recordEvents(workspaceId, change, now()),
  ];
  if (allWrites.length > writesMax) {
    throw invalidField('', 'size', 'exceeds 100 writes: split the request into several');
  }
  if (allWrites.length > 0) await table.transact(allWrites);
}

/** Effects of a transaction in addition to its writes. */
type SideEffects = Pick<
  Change<unknown>,
  'events' | 'retractions' | 'increments' | 'messages' | 'changedCompanyIds'
>;

/**
 * The writes that add events to a transaction: one activity entry per event, and one outbox item for all. `publish` converts
 * the outbox item to counters and deliveries and then deletes it. Events caused by bots get an entry but are not published.
 */
export function recordEvents(
  workspaceId: string,
  { events = [], retractions = [], increments = [], messages = [], changedCompanyIds = [] }: SideEffects,
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
  const effects = [published, retractions, increments, messages, changedCompanyIds];
  if (effects.every(({ length }) => length === 0)) return eventPuts;
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
    increments: sumByCounter(increments),
    ...(messages.length > 0 && { messages: [...messages] }),
    ...(changedCompanyIds.length > 0 && { changedCompanyIds: [...changedCompanyIds] }),
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
  const { type, data, details, isFirst } = event;
  const { campaignId, emailAccountId, stepId } = data;
  const { variantId, tracked } = details ?? {};
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
    ...(tracked && { tracked: [...tracked] }),
  };
}

function variantCodeOf({ variant, details }: NewEvent): string | undefined {
  return variant ?? (details?.variantId === undefined ? undefined : idCode(details.variantId));
}

function eventPut(workspaceId: string, subjectId: string, id: string, event: NewEvent, now: number): Put {
  const { type, data, details, isFirst, variant } = event;

  return {
    put: {
      ...eventKey(workspaceId, subjectId, id),
      payload: JSON.stringify({ event: type, timestamp: timestamp(now), data }),
      ...(details && { details }),
      ...(isFirst && { isFirst }),
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
  const subjectId = data.contactId ?? data.campaignId ?? data.webhookId ?? data.emailAccountId;
  if (subjectId === undefined) throw new Error(`${type} has no subject`);

  return subjectId;
}
