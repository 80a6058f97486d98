import { ConditionFailed, type Item, type Table, type Update } from '#lib/storage/table.ts';

/**
 * An update that is only wanted while its condition holds: whoever made it fail has taken care of what follows.
 * @returns the item as it is afterwards; undefined when the condition did not hold
 */
export async function updateIf(table: Table, update: Update): Promise<Item | undefined> {
  try {
    return await table.update(update);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}
