import type { NewEvent } from '#lib/commit/change.ts';
import { shardOf, shardsOf } from '#lib/storage/item.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Key } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

/*
 * | access pattern                              | how                                                        |
 * |---------------------------------------------|------------------------------------------------------------|
 * | an event, for its delivery                  | GetItem: its subject's partition, EVT#<id>                 |
 * | activity of a workspace, newest first       | gsi5 W#<workspace>#ACTIVITY#<frequent kind>(#<shard>) and  |
 * |                                             | #ACTIVITY#RARE, by id, merged                              |
 * | activity of a frequent kind                 | its own partitions in gsi5                                 |
 * | activity of a rare kind                     | gsi1 W#<workspace>#ACTIVITY#<kind>, by id                   |
 * | activity of a campaign                      | gsi2 W#<workspace>#CAMPAIGN#<id>#ACTIVITY, by id            |
 * | activity of an email account                | gsi4 W#<workspace>#ACCOUNT#<id>#ACTIVITY, by id             |
 * | activity of a contact                       | Query the contact's partition, EVT#                        |
 * | activity of an execution                    | activity of its contact; gsi5 of lib/executions finds it    |
 * | unpublished events                          | Query OUTBOX#<shard 0..15>, by time                        |
 *
 * Each partition adds half a read unit to the workspace's list, so there are only eight. A frequent kind has its own
 * partitions, which are also the list of the kind: see `shardsOfKind`. All rare kinds share one partition. Each event of a rare
 * kind has an additional entry in the list of its kind, so that this list can be read without the other kinds. A partition
 * accepts 1,000 write units/s, and an entry costs one: 500 events/s of a workspace fit even into one partition. An outbox item
 * covers a whole transaction: an import of 24 contacts writes one. Deleting it marks all its events as published.
 */
export const outboxShards = 16;

/** Number of partitions of each frequent kind. */
const shardsOfKind: Partial<Record<EventKind, number>> = {
  'email.sent': 1,
  'email.opened': 1,
  'email.clicked': 1,
  'contact.created': 4,
};

export const isFrequent = (kind: EventKind) => shardsOfKind[kind] !== undefined;

/** Kind of a subject by the prefix of its id. */
const subjectKinds: Readonly<Record<string, string>> = {
  con: 'CONTACT',
  cmp: 'CAMPAIGN',
  whk: 'WEBHOOK',
  acc: 'ACCOUNT',
};

/** Partition of a contact, campaign, webhook or email account, which also has its events. */
export function subjectPartition(workspaceId: string, subjectId: string): string {
  const kind = subjectKinds[subjectId.slice(0, 3)];

  return `W#${workspaceId}#${kind}#${subjectId}`;
}

export function eventKey(workspaceId: string, subjectId: string, eventId: string): Key {
  return { pk: subjectPartition(workspaceId, subjectId), sk: `${eventPrefix}${eventId}` };
}

export const eventPrefix = 'EVT#';

export const kindPartition = (workspaceId: string, kind: EventKind) => `W#${workspaceId}#ACTIVITY#${kind}`;

export const rarePartition = (workspaceId: string) => `W#${workspaceId}#ACTIVITY#RARE`;

export function frequentPartitions(workspaceId: string, kind: EventKind): string[] {
  const pk = kindPartition(workspaceId, kind);
  const shards = shardsOfKind[kind] ?? 1;

  return shards === 1 ? [pk] : shardsOf(pk, shards);
}

function kindIndexKeys(workspaceId: string, kind: EventKind, eventId: string) {
  const isRare = !isFrequent(kind);
  const partitions = isRare ? [rarePartition(workspaceId)] : frequentPartitions(workspaceId, kind);

  return {
    gsi5pk: partitions[shardOf(eventId, partitions.length)],
    gsi5sk: eventId,
    ...(isRare && { gsi1pk: kindPartition(workspaceId, kind), gsi1sk: eventId }),
  };
}

export const campaignActivity = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}#ACTIVITY`;

export const accountActivity = (workspaceId: string, emailAccountId: string) =>
  `W#${workspaceId}#ACCOUNT#${emailAccountId}#ACTIVITY`;

/** Index attributes of an event, for its lists. */
export function activityIndexKeys(workspaceId: string, eventId: string, { type, data }: NewEvent) {
  const { campaignId, emailAccountId } = data;

  return {
    ...kindIndexKeys(workspaceId, type, eventId),
    ...(campaignId && { gsi2pk: campaignActivity(workspaceId, campaignId), gsi2sk: eventId }),
    ...(emailAccountId && { gsi4pk: accountActivity(workspaceId, emailAccountId), gsi4sk: eventId }),
  };
}

export const outboxPartition = (shard: number) => `${outboxPrefix}${shard}`;
