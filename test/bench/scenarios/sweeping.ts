import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { runScheduled } from '../support/invoke.ts';

/** What the sweeper pays every minute for finding nothing. */
export async function measureSweeping(_bench: Bench): Promise<Figure[]> {
  return [
    {
      name: 'maintenance.sweep, nothing late',
      operations: ['maintenance.sweep'],
      cost: await measureCost(() => runScheduled('maintenance.sweep')),
    },
  ];
}
