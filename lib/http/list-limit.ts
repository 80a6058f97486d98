import { type MergedQuery, readMerged } from '#lib/storage/merged-query.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Limits a short list of a workspace. Concurrent requests may exceed the limit, because no condition of a transaction counts the list.
 * @param noun in the plural, for the message
 * @throws Problem 422 if the list has `max` items
 */
export async function limitList(table: Table, query: MergedQuery, max: number, noun: string): Promise<void> {
  const items = await readMerged(table, query, undefined, max);
  if (items.length >= max)
    throw invalidField('', 'count', `a workspace has at most ${max} ${noun}: delete one`);
}
