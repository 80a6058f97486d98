import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Something that fetches work until it is stopped. */
export interface Poller {
  /** Fetches nothing more; resolves when what was fetched has been handed over. */
  stop(): Promise<void>;
}

/** How many processors are at work. What waits for others, such as slow endpoints, keeps none. */
export interface Load {
  /** On what this source has handed over. */
  readonly own: number;
  readonly all: number;
}

export interface PollerGroupOptions<Work> {
  /** At most so many hand work over at once. */
  readonly pollersMax: number;
  /** Waits a while for work. @returns undefined when there was none */
  readonly fetch: () => Promise<Work | undefined>;
  readonly handOver: (work: Work) => Promise<void>;
  readonly load: () => Load;
  readonly onError: (error: unknown) => void;
}

/** So many wait while there is nothing to do. */
const waitingMin = 2;
/** So many may be at work when all processors are; those that only wait do not count. */
const workingMin = 1;
const loadMax = availableParallelism();
const growthMs = 20;
const retryMs = 500;

/**
 * Pollers of one source, as many as its work keeps busy: whenever all of them are handing over, one more begins to fetch.
 * On Lambda each further one brings its own processor; here, where all processors are at work, it would slow the others.
 */
export function startPollerGroup<Work>(options: PollerGroupOptions<Work>): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pollers = new Set<Promise<void>>();
  let fetching = 0;
  let growth: NodeJS.Timeout | undefined;

  const start = () => {
    const poller = poll().finally(() => {
      pollers.delete(poller);
      grow();
    });
    pollers.add(poller);
  };
  const isEnough = () => {
    const { own, all } = options.load();

    return own + fetching >= workingMin && all >= loadMax;
  };
  const grow = () => {
    if (fetching > 0 || pollers.size >= options.pollersMax || signal.aborted) return;
    if (!isEnough()) return start();
    growth ??= setTimeout(() => {
      growth = undefined;
      grow();
    }, growthMs);
  };
  const fetch = async () => {
    fetching++;
    try {
      return await options.fetch();
    } finally {
      fetching--;
    }
  };
  const poll = async () => {
    while (!signal.aborted) {
      try {
        const work = await fetch();
        if (work !== undefined) {
          grow();
          await options.handOver(work);
        }
        // Those that waited for somebody come back all at once, when he answers or is given up.
        if (work === undefined ? fetching >= waitingMin : isEnough()) return;
      } catch (error) {
        if (signal.aborted) return;
        options.onError(error);
        await pause(retryMs);
      }
    }
  };
  for (let poller = 0; poller < Math.min(waitingMin, options.pollersMax); poller++) start();

  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(growth);
      await Promise.all(pollers);
    },
  };
}
