/** A movement of the stack's clock: begun and seen to be done at these moments of the machine's clock, in milliseconds. */
export interface ClockMove {
  readonly begun: number;
  readonly done: number;
  readonly byMs: number;
}

/** The stack's time as it follows from the machine's and from how its clock was moved. Epoch milliseconds throughout. */
export interface StackClock {
  /** What the stack's clock showed at least, and at most, at a moment of the machine's clock. */
  earliest(at: number): number;
  latest(at: number): number;
  /** When something due at a moment of the stack's time could be done: at the end of the movement that skipped it. */
  reachable(dueAt: number): number;
}

/** @param moves in their order */
export function stackClock(moves: readonly ClockMove[]): StackClock {
  const offset = (isCounted: (move: ClockMove) => boolean) =>
    moves.filter(isCounted).reduce((sum, { byMs }) => sum + byMs, 0);
  const earliest = (at: number) => at + offset(({ done }) => done <= at);
  const latest = (at: number) => at + offset(({ begun }) => begun <= at);

  return {
    earliest,
    latest,
    reachable(dueAt) {
      const skip = moves.find(({ begun, done, byMs }) => {
        const from = latest(begun) - byMs;

        return from < dueAt && dueAt <= latest(done);
      });

      return skip ? latest(skip.done) : dueAt;
    },
  };
}
