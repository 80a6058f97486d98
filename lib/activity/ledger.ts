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
      ...(event.campaignId && { campaignId: event.campaignId }),
    })),
    tallies: [...tallies],
  };

  return [
    ...lines.map(({ id, subjectId, event }) => eventPut(workspaceId, subjectId, id, event, now)),
    { put: outbox },
  ];
}

function eventPut(workspaceId: string, subjectId: string, id: string, event: NewEvent, now: number): Put {
  const { data, ...subject } = event;
  const occurredAt = timestamp(now);
  const item: EventItem = {
    id,
    occurredAt,
    ...subject,
    payload: JSON.stringify({ event: event.type, timestamp: occurredAt, data }),
  };

  return {
    put: {
      ...eventKey(workspaceId, subjectId, id),
      ...item,
      gsi1pk: `${workspaceActivity(workspaceId)}#${shardOf(id, activityShards)}`,
      gsi1sk: id,
      ...(event.campaignId && { gsi2pk: campaignActivity(workspaceId, event.campaignId), gsi2sk: id }),
    },
  };
}

/** Contacts' events live with the contact, the others with their campaign. */
function subjectOf({ type, contactId, campaignId }: NewEvent): string {
  const subjectId = contactId ?? campaignId;
  if (subjectId === undefined) throw new Error(`${type} has neither a contact nor a campaign`);

  return subjectId;
}
