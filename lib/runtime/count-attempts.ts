import { isServiceFault } from '#lib/runtime/service-fault.ts';

/** Maximum attempts of the selection or of a part of a job. Its crashes and errors count; failures of AWS services do not. */
export const attemptsMax = 3;

/** An attempt of a worker at the selection or a part of a job. */
export interface PartAttempt {
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** The queue delivered this message before: the part may have crashed a worker. */
  readonly isRedelivered: boolean;
}

/**
 * Runs work and counts an attempt if it fails or crashes the worker. Failures of AWS services do not count. A crash of the first
 * delivery is not counted, so that a first attempt that succeeds needs no write.
 * @param addAttempts adds to the stored number of attempts
 * @param isRedelivered whether the queue delivered the message before: the work may have crashed a worker
 * @param run returns false if the time ran out before the work was done; this does not count as an attempt
 * @returns the result of `run`
 */
export async function withAttemptCount(
  addAttempts: (by: number) => Promise<void>,
  isRedelivered: boolean,
  run: () => Promise<boolean>,
): Promise<boolean> {
  // Count before the work, because a crashed worker cannot count afterwards.
  if (isRedelivered) await addAttempts(1);
  try {
    const isDone = await run();
    if (!isDone && isRedelivered) await addAttempts(-1);

    return isDone;
  } catch (error) {
    const isAttempt = !isServiceFault(error);
    if (isAttempt && !isRedelivered) await addAttempts(1);
    if (!isAttempt && isRedelivered) await addAttempts(-1);
    throw error;
  }
}
