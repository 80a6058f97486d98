import * as z from 'zod/mini';
import { EventKind, eventKinds } from '#lib/activity/event.ts';
import type { EventDetails, NewEvent } from '#lib/activity/new-event.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';
import { shardOf } from '#lib/storage/shard.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | an event, for its delivery                  | GetItem: its subject's partition, EVT#<id>                 |
 * | activity of a workspace, newest first       | gsi1, all kinds merged                                    |
 * | activity of one or more kinds               | gsi1 W#<workspace>#ACTIVITY#<kind>(#<shard>), by id         |
 * | activity of a campaign                      | gsi2 W#<workspace>#CAMPAIGN#<id>#ACTIVITY, by id            |
 * | activity of an e-mail account               | gsi4 W#<workspace>#ACCOUNT#<id>#ACTIVITY, by id             |
 * | activity of a contact                       | Query the contact's partition, EVT#                        |
 * | activity of an execution                    | of its contact, which gsi5 of the execution tells          |
 * | events not published yet                    | Query OUTBOX#<shard 0..15>, by time                        |
 *
 * Kinds share no partition: one that happens often neither hides nor slows a rare one, and each may write 1,000 units/s.
 * 500 events/s are at most 500 of one kind; an import's 1,000 contacts/s lie on two shards. An outbox item stands for a
 * whole transaction, so an import of 24 contacts writes one, and deleting it says that all of them are published.
 */
export const outboxShards = 16;

const kindShards: Partial<Record<EventKind, number>> = { 'contact.created': 2 };

/** A contact's or a campaign's partition: events live with their subject. */
export function subjectPartition(workspaceId: string, subjectId: string): string {
  return `W#${workspaceId}#${subjectId.startsWith('con_') ? 'CONTACT' : 'CAMPAIGN'}#${subjectId}`;
}

export function eventKey(workspaceId: string, subjectId: string, eventId: string): Key {
  return { pk: subjectPartition(workspaceId, subjectId), sk: `${eventPrefix}${eventId}` };
}

export const eventPrefix = 'EVT#';

/** Every partition of gsi1 that holds events of these kinds; of all kinds when none are given. */
export function activityOfKinds(workspaceId: string, kinds: readonly EventKind[] = eventKinds): string[] {
  return kinds.flatMap((kind) => {
    const shards = kindShards[kind];
    const pk = `W#${workspaceId}#ACTIVITY#${kind}`;

    return shards === undefined ? [pk] : Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
  });
}

function activityOfKind(workspaceId: string, kind: EventKind, eventId: string): string {
  const partitions = activityOfKinds(workspaceId, [kind]);

  return partitions[shardOf(eventId, partitions.length)] ?? '';
}

export const campaignActivity = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#ACTIVITY`;

export const accountActivity = (workspaceId: string, emailAccountId: string) =>
  `W#${workspaceId}#ACCOUNT#${emailAccountId}#ACTIVITY`;

/** An event's places in the lists. */
export function activityPlaces(workspaceId: string, eventId: string, { type, data }: NewEvent) {
  const { campaignId, emailAccountId } = data;

  return {
    gsi1pk: activityOfKind(workspaceId, type, eventId),
    gsi1sk: eventId,
    ...(campaignId && { gsi2pk: campaignActivity(workspaceId, campaignId), gsi2sk: eventId }),
    ...(emailAccountId && { gsi4pk: accountActivity(workspaceId, emailAccountId), gsi4sk: eventId }),
  };
}

export const outboxPartition = (shard: number) => `${outboxPrefix}${shard}`;

/** The keys say whose activity it is; everything else is in the payload, and there only: the item stays below 1 KB. */
const EventItem = z.object({
  sk: z.string(),
  /** The webhook payload: made once, the same bytes on every attempt. */
  payload: z.string(),
  details: z.optional(
    z.object({
      variantId: z.optional(z.string()),
      messageId: z.optional(z.string()),
      botReason: z.optional(z.string()),
    } satisfies Record<keyof EventDetails, z.ZodMiniType>),
  ),
});

const id = z.optional(z.string());

/** What a payload says, for whoever reads it back. */
const Payload = z.object({
  event: EventKind,
  timestamp: z.string(),
  data: z.looseObject({ campaignId: id, contactId: id, executionId: id, stepId: id, emailAccountId: id }),
});

export function toEvent(item: Item) {
  const { sk, payload, details = {} } = EventItem.parse(item);
  const { event: type, timestamp, data } = Payload.parse(JSON.parse(payload));

  return { id: sk.slice(eventPrefix.length), type, timestamp, data, details, payload };
}

const OutboxCall = z.object({
  campaignId: id,
  jobId: id,
  webhookId: id,
  accountId: id,
  again: z.optional(
    z.object({ eventId: z.string(), subjectId: z.string(), attempt: z.int(), resend: z.int() }),
  ),
});

/** What publishing must know of a transaction's events, so that it need not read them. */
export const OutboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  workspaceId: z.string(),
  events: z.array(
    z.object({
      id: z.string(),
      type: EventKind,
      subjectId: z.string(),
      campaignId: id,
      emailAccountId: id,
      isFirst: z.optional(z.boolean()),
      /** What was published before and is to be counted no more. */
      isRetracted: z.optional(z.boolean()),
    }),
  ),
  tallies: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
  /** To a campaign's dispatcher, to a job of a campaign, to a job of the blocklist, for a webhook, or for an inbox. */
  calls: z.optional(z.array(OutboxCall)),
});
export type OutboxItem = z.infer<typeof OutboxItem>;
