/** A decision rested on something that changed before it was committed. The shell lets the use case decide anew. */
export class Stale extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Stale';
  }
}

const decisionsMax = 5;

/** @throws Stale when five decisions in a row came too late. */
export async function decideAnew<Result>(decideAndCommit: () => Promise<Result>): Promise<Result> {
  for (let decisions = 1; ; decisions++) {
    try {
      return await decideAndCommit();
    } catch (error) {
      if (!(error instanceof Stale) || decisions === decisionsMax) throw error;
    }
  }
}
