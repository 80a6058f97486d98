import { setTimeout as pause } from 'node:timers/promises';
import { openLoop } from '../webhooks/open-loop.ts';

/** A measurement of tenant B. */
export interface Probe {
  readonly name: PartName;
  readonly label: string;
  readonly perSecond: number;
  /** Starts one operation at its time. @returns its key in `ends` */
  readonly begin: () => Promise<string>;
  /** End time of the operation with this key, in epoch milliseconds; undefined while it runs. */
  readonly endOf: (key: string) => number | undefined;
}

export const partNames = ['api', 'deliveries', 'inbox', 'sends'] as const;
export type PartName = (typeof partNames)[number];

export interface Sample {
  /** Milliseconds. */
  readonly latencies: readonly number[];
  /** Operations that did not end within `patienceMs`, which is then their latency. */
  readonly missing: number;
}

export const epochNow = () => performance.timeOrigin + performance.now();

const patienceMs = 20_000;
const pollMs = 25;

async function tooLate(): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error(`not started within ${patienceMs} ms`);
}

/** Starts operations at a fixed rate, regardless of their duration, and waits for all of them. */
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
  while (isOpen() && performance.now() < deadline) await pause(pollMs);
  const latencies = works.map(({ key, dueAt }) => {
    const end = endOf(key);

    return end === undefined ? patienceMs : end - dueAt;
  });

  return { latencies, missing: works.filter(({ key }) => endOf(key) === undefined).length };
}
