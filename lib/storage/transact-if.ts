import { type Table, TransactionRefused, type Write } from '#lib/storage/table.ts';

/**
 * Writes all or nothing, if all conditions hold. Otherwise a concurrent writer has already handled the change.
 * @returns whether the items were written
 */
export async function transactIf(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
