import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeTier } from '../../support/tier.ts';
import { type Endpoints, startEndpoints } from '../support/endpoints.ts';
import type { Planted } from '../support/history.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { ignoreDueTime, keepCounter, neverReset, omitNewest, recordAgain } from '../support/planted.ts';
import { runHistories } from '../support/run-history.ts';

let endpoints: Endpoints;

beforeAll(async () => {
  await useOwnResources();
  endpoints = await startEndpoints();
});

const runs = Number(process.env['HISTORIES'] ?? (isWholeTier ? 2000 : 30));
/** A failure reports its seed, which reproduces the same histories. */
const seed = Number(process.env['HISTORIES_SEED'] ?? Date.now() % 2 ** 30);

test(`in ${runs} histories no delivery is counted twice, early, lost or endless: seed ${seed}`, {
  timeout: 600_000,
}, async () => {
  await runHistories(endpoints, { runs, seed });
});

/** The first histories find these. */
const planted: readonly (readonly [string, Planted, RegExp])[] = [
  ['a counter that enabling leaves as it was', { enable: keepCounter }, /the table says/],
  ['a success that does not reset the failures', { change: neverReset }, /the table says/],
  ['a retry with a message without a due time', { change: ignoreDueTime }, /ms early/],
];
/** Only rarer histories find these. */
const plantedDeep: typeof planted = [
  [
    'an outcome that is recorded regardless of the state of the delivery',
    { change: recordAgain },
    /the table says/,
  ],
  ['a release that omits the newest', { change: omitNewest }, /the table says|never ends/],
];

/** The histories must detect planted bugs. */
describe('a planted bug is detected', () => {
  test.each(isWholeTier ? [...planted, ...plantedDeep] : planted.slice(0, 1))(
    '%s',
    {
      timeout: 120_000,
    },
    async (_, bug, trace) => {
      await expect(runHistories(endpoints, { runs: 600, seed, planted: bug })).rejects.toThrow(trace);
    },
  );
});
