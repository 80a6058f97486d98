import { ConditionFailed, type Item, type Table, type Update } from '#lib/storage/table.ts';

/**
 * Updates an item only if the condition holds. Otherwise a concurrent writer has already handled the change.
 * @returns the item after the update; undefined when the condition did not hold
 */
export async function updateIf(table: Table, update: Update): Promise<Item | undefined> {
  try {
    return await table.update(update);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}
