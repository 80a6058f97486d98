/** Names that the table's definition (`infra/data-stack.ts`) and its only client (`lib/storage`) must agree on. */
export const partitionKey = 'pk';
export const sortKey = 'sk';
export const timeToLiveAttribute = 'expiresAtEpochSeconds';

/** What an event of the activity says, and no other item has: with these and its keys, an index entry is the event. */
const eventAttributes = ['payload', 'details', 'isFirst'] as const;

/**
 * Sparse, overloaded indexes. `gsi1` and `gsi2` carry whole items, for lists that are read in one go. The others carry
 * keys only, so that writing an item whose place in them stays the same costs nothing there: `gsi3` for worklists,
 * `gsi4` for members of something (an execution of its campaign, an event of its mailbox), `gsi5` for finding an item
 * by an id that is not its key, and for the activity of the workspace. Of an event the last two carry all that a list
 * shows, but not its other keys, which are half of it; for all other items they are as small as keys.
 */
export const tableIndexes = [
  { name: 'gsi1', projection: 'ALL' },
  { name: 'gsi2', projection: 'ALL' },
  { name: 'gsi3', projection: 'KEYS_ONLY' },
  { name: 'gsi4', projection: 'INCLUDE', attributes: eventAttributes },
  { name: 'gsi5', projection: 'INCLUDE', attributes: eventAttributes },
] as const;

export type IndexName = (typeof tableIndexes)[number]['name'];
