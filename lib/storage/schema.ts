/** Names shared by the table's definition (`infra/data-stack.ts`) and its client (`lib/storage`). */
export const partitionKey = 'pk';
export const sortKey = 'sk';
export const timeToLiveAttribute = 'expiresAtEpochSeconds';

/** Attributes that only events have. An index entry with these and its keys has everything that event lists show. */
const eventAttributes = ['payload', 'details', 'isFirst'] as const;

/**
 * Sparse, overloaded indexes. `gsi1` and `gsi2` project whole items, for lists that one query reads.
 * The others project keys only, so that a write that keeps an item's position costs nothing there: `gsi3` for worklists;
 * `gsi4` for members of a parent (executions of a campaign, events of a mailbox); `gsi5` for lookups by an id that is not the
 * key, and for the workspace's activity. `gsi4` and `gsi5` also project the attributes that event lists show. Other items do
 * not have these attributes.
 */
export const tableIndexes = [
  { name: 'gsi1', projection: 'ALL' },
  { name: 'gsi2', projection: 'ALL' },
  { name: 'gsi3', projection: 'KEYS_ONLY' },
  { name: 'gsi4', projection: 'INCLUDE', attributes: eventAttributes },
  { name: 'gsi5', projection: 'INCLUDE', attributes: eventAttributes },
] as const;

export type IndexName = (typeof tableIndexes)[number]['name'];

/** Partition keys of outbox items: one item per transaction with events, counter increments or queue messages. */
export const outboxPrefix = 'OUTBOX#';
