import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Fetches work until it is stopped. */
export interface Poller {
  /** Stops fetching. Resolves when all fetched work has been processed. */
  stop(): Promise<void>;
}

/** Number of processors in use. Work that waits for I/O, such as slow endpoints, uses none. */
export interface Load {
  readonly ofSource: number;
  readonly all: number;
}

/** One source of work, and the function that processes it. */
export interface PollerGroupOptions<Work> {
  readonly pollersMax: number;
  /** Long-polls for work. @returns undefined when no work was available */
  readonly fetch: () => Promise<Work | undefined>;
  readonly processBatch: (work: Work) => Promise<void>;
  readonly load: () => Load;
  readonly onError: (error: unknown) => void;
}

/** Pollers that stay at a source without work. */
const waitingMin = 2;
/**
 * Processors that a source may use even when all processors are in use. Work that waits for I/O does not count.
 */
const workingMin = 1;
const loadMax = availableParallelism();
/** Interval of checks whether another poller may start. */
const growthMs = 20;
/** Pause of a poller after an error. */
const retryMs = 500;

/**
 * Pollers of one source. When all pollers are processing work, another one starts to fetch. On Lambda each poller adds a
 * processor. Here no further poller starts while all processors are in use, because it would slow the others.
 */
export function startPollerGroup<Work>(options: PollerGroupOptions<Work>): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pollers = new Set<Promise<void>>();
  /** Pollers that wait for work. Each may need a processor soon. */
  let waiting = 0;
  let growthTimer: NodeJS.Timeout | undefined;

  const start = () => {
    const poller = poll().finally(() => {
      pollers.delete(poller);
      addPollerIfNeeded();
    });
    pollers.add(poller);
  };
  const isSaturated = () => {
    const { ofSource, all } = options.load();

    return ofSource + waiting >= workingMin && all >= loadMax;
  };
  const addPollerIfNeeded = () => {
    if (waiting > 0 || pollers.size >= options.pollersMax || signal.aborted) return;
    if (!isSaturated()) return start();
    growthTimer ??= setTimeout(() => {
      growthTimer = undefined;
      addPollerIfNeeded();
    }, growthMs);
  };
  const fetch = async () => {
    waiting++;
    try {
      return await options.fetch();
    } finally {
      waiting--;
    }
  };
  const poll = async () => {
    while (!signal.aborted) {
      try {
        const work = await fetch();
        if (work === undefined) {
          // Enough other pollers wait for work.
          if (waiting >= waitingMin) return;
          continue;
        }
        addPollerIfNeeded();
        await options.processBatch(work);
        // Batches that waited for one slow endpoint end together, so too many pollers may run now.
        if (isSaturated()) return;
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
      clearTimeout(growthTimer);
      await Promise.all(pollers);
    },
  };
}
