import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import { type Item, type Key, type Table, updateIf } from '#lib/storage/table.ts';

/**
 * Maximum attempts at the selection or a part of a job, and at a job as a whole. Errors and crashes count; failures of AWS
 * services do not.
 */
export const attemptsMax = 3;

/** An attempt of a worker at the selection or a part of a job. */
export interface PartAttempt {
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** The queue delivered this message before: the part may have crashed a worker. */
  readonly isRedelivered: boolean;
}

interface CountedWork extends Pick<PartAttempt, 'isRedelivered'> {
  /** The item that stores the number of attempts, in the attribute `tries`. */
  readonly key: Key;
  /** The stored number of attempts. */
  readonly tries: number;
  /** Ends the work after the last attempt. Must be idempotent. */
  readonly giveUp: () => Promise<void>;
}

/** Errors that are counted as an attempt at a part, so they are not counted again as a failure of the job. */
const countedErrors = new WeakSet<object>();

/**
 * Runs work and counts an attempt if it fails or crashes the worker. The last failed attempt ends the work. Failures of AWS
 * services do not count. A crash of the first delivery is not counted, so that a first attempt that succeeds needs no write.
 * @param run returns false if the time ran out before the work was done; this does not count as an attempt
 * @returns the result of `run`; true if the work was given up
 */
export async function withAttemptCount(
  table: Table,
  { key, tries, isRedelivered, giveUp }: CountedWork,
  run: () => Promise<boolean>,
): Promise<boolean> {
  let attempts = tries;
  if (attempts < attemptsMax) {
    const add = (by: number) => addTo(table, key, 'tries', by);
    // Count before the work, because a crashed worker cannot count afterwards.
    if (isRedelivered) attempts = await add(1);
    try {
      const isDone = await run();
      if (!isDone && isRedelivered) await add(-1);

      return isDone;
    } catch (error) {
      const isAttempt = !isServiceFault(error);
      if (isAttempt && !isRedelivered) attempts = await add(1);
      if (!isAttempt && isRedelivered) await add(-1);
      if (!isAttempt || attempts < attemptsMax) throw asCounted(error);
      log('error', 'part of a job failed', { attempt: attempts }, error);
    }
  }
  await giveUp();

  return true;
}

/**
 * Runs the worker of a job and ends the job after three errors outside of its parts, so that a job that cannot be processed
 * does not stay unfinished and does not block other jobs. Failures of AWS services do not count.
 * @param key the item that stores the number of errors, in the attribute `failures`
 * @param giveUp ends the job as failed
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
    if (isServiceFault(error) || countedErrors.has(Object(error))) throw error;
    if ((await addTo(table, key, 'failures', 1)) < attemptsMax) throw error;
    log('error', 'job failed', {}, error);
    await giveUp();
  }
}

function asCounted(error: unknown): unknown {
  countedErrors.add(Object(error));

  return error;
}

/** @returns the new number; 0 if the item does not exist */
async function addTo(table: Table, key: Key, name: 'tries' | 'failures', by: number): Promise<number> {
  const item: Item | undefined = await updateIf(table, {
    update: key,
    add: { [name]: by },
    if: { pk: 'present' },
  });

  return Number(item?.[name] ?? 0);
}
