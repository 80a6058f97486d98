import { setTimeout as pause } from 'node:timers/promises';

/** A decision rested on something that changed before it was committed. The shell lets the use case decide anew. */
export class Stale extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Stale';
  }
}

/** Enough for twenty who change one thing at the same time: one of them succeeds in each round. */
const decisionsMax = 16;
const pauseMsMax = 600;

/** @throws Stale when so many decisions in a row came too late. */
export async function decideAnew<Result>(decideAndCommit: () => Promise<Result>): Promise<Result> {
  for (let decisions = 1; ; decisions++) {
    try {
      return await decideAndCommit();
    } catch (error) {
      if (!(error instanceof Stale) || decisions === decisionsMax) throw error;
      // Full jitter: rivals who lost together must not come back together.
      await pause(Math.random() * Math.min(pauseMsMax, 10 * 2 ** decisions));
    }
  }
}
