/** Names that the table's definition (`infra/data-stack.ts`) and its only client (`lib/storage`) must agree on. */
export const partitionKey = 'pk';
export const sortKey = 'sk';
export const timeToLiveAttribute = 'expiresAtEpochSeconds';

/**
 * Sparse, overloaded indexes. `gsi1` and `gsi2` carry whole items, for lists that are read in one go. The others carry
 * keys only, so that writing an item whose place in them stays the same costs nothing there: `gsi3` for worklists,
 * `gsi4` for members of something (an execution of its campaign, an event of its mailbox), `gsi5` for finding an item
 * by an id that is not its key.
 */
export const tableIndexes = [
  { name: 'gsi1', projection: 'ALL' },
  { name: 'gsi2', projection: 'ALL' },
  { name: 'gsi3', projection: 'KEYS_ONLY' },
  { name: 'gsi4', projection: 'KEYS_ONLY' },
  { name: 'gsi5', projection: 'KEYS_ONLY' },
] as const;

export type IndexName = (typeof tableIndexes)[number]['name'];
