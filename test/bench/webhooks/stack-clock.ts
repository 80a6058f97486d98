/** A movement of the stack's clock: its start and end in milliseconds of the machine's clock. */
export interface ClockMove {
  readonly begun: number;
  readonly done: number;
  readonly byMs: number;
}

/**
 * Computes the stack's time from the machine's time and the movements of the clock. All times are epoch
 * milliseconds.
 */
export interface StackClock {
  /** Minimum and maximum of the stack's clock at a time of the machine's clock. */
  earliest(at: number): number;
  latest(at: number): number;
  /**
   * The earliest possible time for work that is due at a stack time: the end of the movement that skipped it.
   */
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
