import type { Performance } from 'node:perf_hooks';

const measurementMsMin = 20;

/** Measures the share of the recent time in which a thread used the processor, 0 to 1, from its event-loop utilization. */
export function measureLoad({ eventLoopUtilization }: Pick<Performance, 'eventLoopUtilization'>) {
  let load = 1;
  let startUtilization = eventLoopUtilization();
  let startedAt = performance.now();

  return {
    current: () => {
      const now = performance.now();
      if (now - startedAt >= measurementMsMin) {
        const utilization = eventLoopUtilization();
        load = eventLoopUtilization(utilization, startUtilization).utilization;
        startUtilization = utilization;
        startedAt = now;
      }

      return load;
    },
    /** Called when work begins: until the next measurement the thread counts as fully loaded. */
    restart: () => {
      load = 1;
      startUtilization = eventLoopUtilization();
      startedAt = performance.now();
    },
  };
}
