import { vi } from 'vitest';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { runScheduled } from '../support/invoke.ts';

/** Costs of the sweeper's run per minute when it finds nothing. */
export async function measureSweeping(_bench: Bench): Promise<Figure[]> {
  return [
    {
      name: 'maintenance.sweep, nothing late',
      operations: ['maintenance.sweep'],
      cost: await outsideCountingMinute(() => measureCost(() => runScheduled('maintenance.sweep'))),
    },
  ];
}

/** One run in five also counts dead letters. Its requests are not part of this figure. */
async function outsideCountingMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  const periodMs = 5 * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / periodMs) * periodMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
