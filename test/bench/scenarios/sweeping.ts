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
      cost: await measureCost(() => runScheduled('maintenance.sweep')),
    },
  ];
}
