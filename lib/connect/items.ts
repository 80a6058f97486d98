import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | how often a user has tried to log in        | UpdateItem CONNECTING#<user>, TRIES; gone after its window |
 */
export function triesKey(userId: string): Key {
  return { pk: `CONNECTING#${userId}`, sk: 'TRIES' };
}
