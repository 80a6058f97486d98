import * as z from 'zod/mini';
import { EventKind } from '#lib/activity/event.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | an event, for its delivery                  | GetItem: its subject's partition, EVT#<id>                 |
 * | activity of a workspace, newest first       | gsi1 W#<workspace>#ACTIVITY#<shard 0..3>, by id             |
 * | activity of a campaign, newest first        | gsi2 W#<workspace>#CAMPAIGN#<id>#ACTIVITY, by id            |
 * | activity of a contact, newest first         | Query the contact's partition, EVT#                        |
 * | events not published yet                    | Query OUTBOX#<shard 0..15>, by time                        |
 *
 * 500 events/s in one workspace put 500 write units/s on gsi1, four shards hold 4,000. An outbox item stands for a
 * whole transaction, so an import of 24 contacts writes one, and deleting it says that all of them are published.
 */
export const activityShards = 4;
export const outboxShards = 16;

/** A contact's or a campaign's partition: events live with their subject. */
export function subjectPartition(workspaceId: string, subjectId: string): string {
  return `W#${workspaceId}#${subjectId.startsWith('con_') ? 'CONTACT' : 'CAMPAIGN'}#${subjectId}`;
}

export function eventKey(workspaceId: string, subjectId: string, eventId: string): Key {
  return { pk: subjectPartition(workspaceId, subjectId), sk: `${eventPrefix}${eventId}` };
}

export const eventPrefix = 'EVT#';

export const workspaceActivity = (workspaceId: string) => `W#${workspaceId}#ACTIVITY`;

export const campaignActivity = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#ACTIVITY`;

export const outboxPartition = (shard: number) => `${outboxPrefix}${shard}`;

/** The keys say whose activity it is; everything else is in the payload, and there only: the item stays below 1 KB. */
export const EventItem = z.object({
  id: z.string(),
  /** The webhook payload: made once, the same bytes on every attempt. */
  payload: z.string(),
});
export type EventItem = z.infer<typeof EventItem>;

const id = z.optional(z.string());

/** What a payload says, for whoever reads it back. */
export const Payload = z.object({
  event: EventKind,
  timestamp: z.string(),
  data: z.looseObject({ campaignId: id, contactId: id, executionId: id, stepId: id, emailAccountId: id }),
});

/** What publishing must know of a transaction's events, so that it need not read them. */
export const OutboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  workspaceId: z.string(),
  events: z.array(
    z.object({ id: z.string(), type: EventKind, subjectId: z.string(), campaignId: z.optional(z.string()) }),
  ),
  tallies: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
});
export type OutboxItem = z.infer<typeof OutboxItem>;
