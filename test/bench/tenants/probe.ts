import { setTimeout as pause } from 'node:timers/promises';
import { openLoop } from '../webhooks/open-loop.ts';

/** What is measured of tenant B. */
export interface Probe {
  readonly name: PartName;
  readonly what: string;
  readonly perSecond: number;
  /**
   * Begins one piece of work at its moment.
   * @returns its key in `ends`
   */
  readonly begin: () => Promise<string>;
  /** When the work with this key had ended, epoch milliseconds; undefined as long as it has not. */
  readonly endOf: (key: string) => number | undefined;
}

export const partNames = ['api', 'deliveries', 'inbox', 'sends'] as const;
export type PartName = (typeof partNames)[number];

export interface Sample {
  /** Milliseconds. */
  readonly latencies: readonly number[];
  /** Pieces of work that did not end within `patienceMs`: their latency is that. */
  readonly missing: number;
}

export const epochNow = () => performance.timeOrigin + performance.now();

const patienceMs = 20_000;
const lookMs = 25;

async function tooLate(): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error(`not begun within ${patienceMs} ms`);
}

/** Begins work at a fixed rate, however long it takes, and waits for all of it. */
export async function runProbe(probe: Probe, seconds: number): Promise<Sample> {
  const begun: { readonly key: Promise<string>; readonly dueAt: number }[] = [];
  await openLoop({ perSecond: probe.perSecond, seconds }, (dueAt) => {
    const key = Promise.race([probe.begin(), tooLate()]);
    begun.push({ key, dueAt });

    return key.then(
      () => undefined,
      () => undefined,
    );
  });
  const works = await Promise.all(
    begun.map(async ({ key, dueAt }) => ({ key: await key.catch(() => undefined), dueAt })),
  );
  const endOf = (key: string | undefined) => (key === undefined ? undefined : probe.endOf(key));
  const deadline = performance.now() + patienceMs;
  const isOpen = () => works.some(({ key }) => key !== undefined && endOf(key) === undefined);
  while (isOpen() && performance.now() < deadline) await pause(lookMs);
  const latencies = works.map(({ key, dueAt }) => {
    const end = endOf(key);

    return end === undefined ? patienceMs : end - dueAt;
  });

  return { latencies, missing: works.filter(({ key }) => endOf(key) === undefined).length };
}
