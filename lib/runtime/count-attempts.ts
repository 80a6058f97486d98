import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import { type Key, type Table, updateIf } from '#lib/storage/table.ts';

/** Maximum attempts at a chunk of a job, an export or a replay. Failures of AWS services do not count. */
export const attemptsMax = 3;

/**
 * Runs work and ends it after three errors, so that work that cannot be processed does not stay unfinished and does not block
 * other work. Failures of AWS services do not count.
 * @param key the item that stores the number of errors, in the attribute `failures`
 * @param giveUp ends the work as failed
 */
export async function endAfterFailures(
  table: Table,
  key: Key,
  giveUp: () => Promise<void>,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isServiceFault(error)) throw error;
    const item = await updateIf(table, { update: key, add: { failures: 1 }, if: { pk: 'present' } });
    if (Number(item?.['failures'] ?? 0) < attemptsMax) throw error;
    log('error', 'job failed', {}, error);
    await giveUp();
  }
}
