import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeTier } from '../../support/tier.ts';
import { type Endpoints, startEndpoints } from '../support/endpoints.ts';
import type { Planted } from '../support/history.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { forgetDueTime, forgetNewest, keepCounter, neverReset, recordAgain } from '../support/planted.ts';
import { runHistories } from '../support/run-history.ts';

let endpoints: Endpoints;

beforeAll(async () => {
  await useOwnResources();
  endpoints = await startEndpoints();
});

const runs = Number(process.env['HISTORIES'] ?? (isWholeTier ? 2000 : 30));
/** A failure tells the seed of its history; given here, the same histories are made again. */
const seed = Number(process.env['HISTORIES_SEED'] ?? Date.now() % 2 ** 30);

test(`in ${runs} histories of deliveries nothing is counted twice, early, lost or for ever: seed ${seed}`, {
  timeout: 600_000,
}, async () => {
  await runHistories(endpoints, { runs, seed });
});

/** One of the first histories shows these. */
const planted: readonly (readonly [string, Planted, RegExp])[] = [
  ['a counter that enabling leaves as it was', { enable: keepCounter }, /the table says/],
  ['a success that does not end the row of failures', { change: neverReset }, /the table says/],
  ['a retry whose message forgets when it is due', { change: forgetDueTime }, /ms early/],
];
/** It takes a rarer history to see these. */
const plantedDeep: typeof planted = [
  [
    'an outcome that is recorded whatever its delivery has come to',
    { change: recordAgain },
    /the table says/,
  ],
  ['a release that forgets the newest', { change: forgetNewest }, /the table says|never ends/],
];

/** The histories must see what they are there to see. */
describe('a bug that was planted is found', () => {
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
