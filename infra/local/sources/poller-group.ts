import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Something that fetches work until it is stopped. */
export interface Poller {
  /** Fetches nothing more; resolves when what was fetched has been handed over. */
  stop(): Promise<void>;
}

export interface PollerGroupOptions<Work> {
  /** At most so many hand work over at once. */
  readonly pollersMax: number;
  /** Waits a while for work. @returns undefined when there was none */
  readonly fetch: () => Promise<Work | undefined>;
  readonly handOver: (work: Work) => Promise<void>;
  /** Whether handing over once more at this moment needs nothing to be started for it. */
  readonly isCheap: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** So many wait while there is nothing to do. */
const waitingMin = 2;
/** What can use this machine's processors. More are of use only while those wait for others, such as slow endpoints. */
const startedAtOnceMax = 8;
const growthMs = 100;
/** Of the processors' time: where less is spare, a further thread would only slow the others down. */
const spareMin = 0.2;
/** Where nothing must be started for them, some more are of use, to take over when the first begin to wait. */
const workingCheapMax = 16;
/** Who hands over for longer than this waits for others, however busy the machine is. */
const workingMsMax = 2000;
/** For the cheap ones, a sign of it is enough. */
const workingCheapMsMax = 500;
const retryMs = 500;

/**
 * Pollers of one source, as many as its work keeps busy: whenever all of them are handing over, one more begins to fetch.
 * On Lambda each further one brings its own processor; here, past the first, there must be some to spare to start it.
 * One that finds nothing while enough others wait is done.
 */
export function startPollerGroup<Work>(options: PollerGroupOptions<Work>): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pollers = new Set<Promise<void>>();
  const fetching = openTurns();
  const handing = openTurns();
  let growth: NodeJS.Timeout | undefined;

  const start = () => {
    const poller = poll().finally(() => pollers.delete(poller));
    pollers.add(poller);
  };
  const isWanted = () => fetching.count() === 0 && pollers.size < options.pollersMax && !signal.aborted;
  const grow = () => {
    if (!isWanted()) return;
    const isCheap = options.isCheap() && handing.count(workingCheapMsMax) < workingCheapMax;
    if (pollers.size < startedAtOnceMax || isCheap) return start();
    const isOfUse = usefulness(handing);
    growth ??= setTimeout(() => {
      growth = undefined;
      if (isOfUse() && isWanted()) start();
      else grow();
    }, growthMs);
  };
  const handOver = async (work: Work) => {
    grow();
    await options.handOver(work);
  };
  const poll = async () => {
    while (!signal.aborted) {
      try {
        const work = await fetching.during(options.fetch);
        if (work !== undefined) await handing.during(() => handOver(work));
        else if (fetching.count() >= waitingMin) return;
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

/** What is being done at this moment, and for how long. */
function openTurns() {
  const turns = new Set<{ readonly begun: number }>();

  return {
    /** @param msMax leaves out what takes longer already */
    count: (msMax = Number.POSITIVE_INFINITY) => {
      const since = performance.now() - msMax;

      return [...turns].filter(({ begun }) => begun >= since).length;
    },
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const turn = { begun: performance.now() };
      turns.add(turn);
      try {
        return await work();
      } finally {
        turns.delete(turn);
      }
    },
  };
}

/** @returns whether one more than are at work would have been of use since this was called */
function usefulness(handing: ReturnType<typeof openTurns>): () => boolean {
  const spare = spareTime();

  return () => spare() >= spareMin || handing.count(workingMsMax) < startedAtOnceMax;
}

/** @returns what part of all processors' time has been spare since this was called */
function spareTime(): () => number {
  const before = processorTimes();

  return () => {
    const { idle, all } = processorTimes();

    return (idle - before.idle) / Math.max(all - before.all, 1);
  };
}

function processorTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((processor) => processor.times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}
