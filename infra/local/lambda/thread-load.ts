import type { Performance } from 'node:perf_hooks';

/** A load is measured over at least this long. */
const loadMs = 20;

/** What part of the last moments a thread was at work, and not waiting for others: 0 to 1. */
export interface ThreadLoad {
  current(): number;
  /** Work begins: until the next measurement the thread counts as busy. */
  restart(): void;
}

export function measureLoad({ eventLoopUtilization }: Pick<Performance, 'eventLoopUtilization'>): ThreadLoad {
  let [current, since, begun] = [1, eventLoopUtilization(), performance.now()];

  return {
    current: () => {
      const at = performance.now();
      if (at - begun >= loadMs) {
        const until = eventLoopUtilization();
        [current, since, begun] = [eventLoopUtilization(until, since).utilization, until, at];
      }

      return current;
    },
    restart: () => {
      [current, since, begun] = [1, eventLoopUtilization(), performance.now()];
    },
  };
}
