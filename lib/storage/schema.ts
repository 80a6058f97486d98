/** Names that the table's definition (`infra/data-stack.ts`) and its only client (`lib/storage`) must agree on. */
export const partitionKey = 'pk';
export const sortKey = 'sk';
export const timeToLiveAttribute = 'expiresAtEpochSeconds';

/**
 * Sparse, overloaded indexes. `gsi1` and `gsi2` carry whole items, for lists; `gsi3` carries keys only, for
 * worklists, so that writing an item whose place in the worklist stays the same costs nothing there.
 */
export const tableIndexes = [
  { name: 'gsi1', projection: 'ALL' },
  { name: 'gsi2', projection: 'ALL' },
  { name: 'gsi3', projection: 'KEYS_ONLY' },
] as const;

export type IndexName = (typeof tableIndexes)[number]['name'];
