import {
  activityShards,
  campaignActivity,
  type EventItem,
  eventKey,
  type OutboxItem,
  outboxPartition,
  outboxShards,
  workspaceActivity,
} from '#lib/activity/items.ts';
import type { NewEvent, Tally } from '#lib/activity/new-event.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import { shardOf } from '#lib/storage/shard.ts';
import type { Put } from '#lib/storage/table.ts';

/**
 * The writes that make events part of a transaction: a line of activity each, and one outbox item for all, which
 * `publish` turns into counters and deliveries and then deletes.
 */
export function recordEvents(
  workspaceId: string,
  events: readonly NewEvent[],
  tallies: readonly Tally[],
  now: number,
): Put[] {
  if (events.length === 0 && tallies.length === 0) return [];
  const lines = events.map((event) => ({ id: newId('evt', now), subjectId: subjectOf(event), event }));
  const sk = newId('evt', now);
  const outbox: OutboxItem = {
    pk: outboxPartition(shardOf(sk, outboxShards)),
    sk,
    workspaceId,
    events: lines.map(({ id, subjectId, event }) => ({
      id,
      type: event.type,
      subjectId,
      ...(event.data.campaignId && { campaignId: event.data.campaignId }),
    })),
    tallies: [...tallies],
  };

  return [
    ...lines.map(({ id, subjectId, event }) => eventPut(workspaceId, subjectId, id, event, now)),
    { put: outbox },
  ];
}

function eventPut(
  workspaceId: string,
  subjectId: string,
  id: string,
  { type, data }: NewEvent,
  now: number,
): Put {
  const item: EventItem = {
    id,
    payload: JSON.stringify({ event: type, timestamp: timestamp(now), data }),
  };

  return {
    put: {
      ...eventKey(workspaceId, subjectId, id),
      ...item,
      gsi1pk: `${workspaceActivity(workspaceId)}#${shardOf(id, activityShards)}`,
      gsi1sk: id,
      ...(data.campaignId && { gsi2pk: campaignActivity(workspaceId, data.campaignId), gsi2sk: id }),
    },
  };
}

/** Contacts' events live with the contact, the others with their campaign. */
function subjectOf({ type, data }: NewEvent): string {
  const subjectId = data.contactId ?? data.campaignId;
  if (subjectId === undefined) throw new Error(`${type} has neither a contact nor a campaign`);

  return subjectId;
}
