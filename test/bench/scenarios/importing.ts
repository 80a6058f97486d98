import { newId } from '#lib/runtime/ids.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import { newKey } from '../support/endpoint-scenario.ts';
import type { Figure } from '../support/figures.ts';
import { csvRequest } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';

const rows = 320;

export async function measureImporting(bench: Bench): Promise<Figure[]> {
  const apiKey = await newKey(bench, newId('wsp', bench.now()));
  const cost = await measureCost(() => callEndpoint('contacts.import', { apiKey, ...csvRequest(rows) }));

  return [
    {
      name: 'one imported contact',
      operations: ['contacts.import'],
      cost: shareOf(cost, rows),
      target: { writeUnits: 10, readUnits: 1 },
    },
  ];
}
