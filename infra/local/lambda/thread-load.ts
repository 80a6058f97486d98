import type { Performance } from 'node:perf_hooks';

/** Minimum duration of a measurement. */
const loadMs = 20;

/** Share of the recent time in which a thread used the processor, 0 to 1. */
export interface ThreadLoad {
  current(): number;
  /** Called when work begins: until the next measurement the thread counts as fully loaded. */
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
