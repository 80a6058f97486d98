import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeTier, shownOf } from '../../support/tier.ts';
import { type Clean, runClean, runCut } from '../support/crash.ts';
import { scenarioOf, scenarios } from '../support/crash-scenarios.ts';
import { type Endpoints, startEndpoints } from '../support/endpoints.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { forgetPlace, recordAgain } from '../support/planted.ts';
import { type Cut, manners } from '../support/seam.ts';

let endpoints: Endpoints;

beforeAll(async () => {
  await useOwnResources();
  endpoints = await startEndpoints();
});

/** A request that is lost without anybody dying is a failed attempt, and counts by right. */
const isCut = ({ effects }: Clean, { effect, manner }: Cut) =>
  manner.startsWith('dies') || effects[effect - 1] !== 'request';

/** In the fast tier every second effect is cut once: it has happened, and nothing that was to follow. */
const isTried = ({ effect, manner }: Cut) => isWholeTier || (manner === 'dies after' && effect % 2 === 1);

test.each(shownOf(scenarios, 3).map((scenario) => [scenario.name, scenario] as const))(
  '%s counts once and loses nothing, wherever it is cut off',
  { timeout: 120_000 },
  async (_, scenario) => {
    const clean = await runClean(endpoints, scenario);
    const cuts = clean.effects
      .flatMap((_each, index) => manners.map((manner): Cut => ({ effect: index + 1, manner })))
      .filter((cut) => isCut(clean, cut) && isTried(cut));
    const complaints = await Promise.all(cuts.map((cut) => runCut(endpoints, scenario, { cut, clean })));

    expect(complaints.flat()).toEqual([]);
    expect(cuts.length).toBeGreaterThan(0);
  },
);

const planted = [
  ['a failure that is recorded again', 'a first failure', recordAgain, /failures/],
  ['a retry of which only its message knows', 'a first failure', forgetPlace, /not all is delivered/],
] as const;
/** Waiting for what never comes, again and again, takes half a minute. */
const plantedDeep = [
  [
    'a recovery of which only its message knows',
    'a recovery, deliveries being held',
    forgetPlace,
    /not all is delivered/,
  ],
] as const;

/** The harness must see what it is there to see. */
describe('a bug that was planted is found', () => {
  test.each([...planted, ...(isWholeTier ? plantedDeep : [])])(
    '%s',
    { timeout: 120_000 },
    async (_, name, plant, trace) => {
      const scenario = scenarioOf(name);
      const clean = await runClean(endpoints, scenario);
      const cuts = clean.effects.map((_each, index): Cut => ({ effect: index + 1, manner: 'dies after' }));
      const complaints = await Promise.all(
        cuts.map((cut) => runCut(endpoints, scenario, { cut, clean, plant })),
      );

      expect(complaints.flat().join('\n')).toMatch(trace);
    },
  );
});
