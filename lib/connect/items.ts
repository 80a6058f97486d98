import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | connection attempts of a user               | UpdateItem CONNECTING#<user>, TRIES; expires after its window |
 */
export function connectionAttemptsKey(userId: string): Key {
  return { pk: `CONNECTING#${userId}`, sk: 'TRIES' };
}
