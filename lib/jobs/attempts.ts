import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import { type Key, type Table, updateIf } from '#lib/storage/table.ts';

/** Maximum attempts at a chunk of a job, or at an export. Failures of AWS services do not count. */
export const attemptsMax = 3;

interface CountedWork {
  readonly table: Table;
  /** The item that stores the number of attempts. The progress of the work removes it. */
  readonly key: Key;
  readonly attempts: number;
  /** The queue delivered this message before: the work may have crashed a worker. */
  readonly isRedelivered: boolean;
}

/**
 * Runs work and counts an attempt if it fails or crashes the worker. The last failed attempt ends the work. A crash of the
 * first delivery is not counted, so that a first attempt that succeeds needs no write.
 * @param run calls `noteProgress` after each progress, after which attempts count from zero again
 */
export async function withAttempts(
  { table, key, attempts, isRedelivered }: CountedWork,
  giveUp: () => Promise<void>,
  run: (noteProgress: () => void) => Promise<void>,
): Promise<void> {
  if (attempts >= attemptsMax) return giveUp();
  // Count before the work, because a crashed worker cannot count afterwards.
  let counted = isRedelivered ? await addAttempts(table, key, 1) : 0;
  const uncount = async () => {
    if (counted > 0) await addAttempts(table, key, -1);
  };
  try {
    await run(() => {
      counted = 0;
    });
  } catch (error) {
    if (isServiceFault(error)) {
      await uncount();
      throw error;
    }
    const count = counted > 0 ? counted : await addAttempts(table, key, 1);
    if (count < attemptsMax) throw error;
    log('error', 'job failed', { attempt: count }, error);
    return giveUp();
  }
  await uncount();
}

/** @returns the new number; 0 if the item does not exist */
async function addAttempts(table: Table, key: Key, by: number): Promise<number> {
  const item = await updateIf(table, { update: key, add: { attempts: by }, if: { pk: 'present' } });

  return Number(item?.['attempts'] ?? 0);
}
