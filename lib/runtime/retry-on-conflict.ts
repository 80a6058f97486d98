import { setTimeout as pause } from 'node:timers/promises';

/** Data that a decision was based on changed before the commit. `retryOnConflict` then runs the use case again. */
export class StaleDecision extends Error {
  override readonly name = 'Stale';
}

/** With the random pauses, this is enough for 20 concurrent changes of one resource. */
const attemptsMax = 16;
/** Limit of the pause between two attempts, before jitter. */
const pauseMsMax = 600;

/** Runs the use case again when its data changed before the commit. @throws StaleDecision after too many attempts */
export async function retryOnConflict<Result>(decideAndCommit: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await decideAndCommit();
    } catch (error) {
      if (!(error instanceof StaleDecision) || attempts === attemptsMax) throw error;
      // Full jitter, so that callers that conflicted do not retry at the same time.
      await pause(Math.random() * Math.min(pauseMsMax, 10 * 2 ** attempts));
    }
  }
}
