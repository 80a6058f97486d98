import { beforeAll, describe, expect, test } from 'vitest';
import { isWholeTier, selectCases } from '../../support/tier.ts';
import { type Clean, runClean, runCut } from '../support/crash.ts';
import { scenarioOf, scenarios } from '../support/crash-scenarios.ts';
import { type Endpoints, startEndpoints } from '../support/endpoints.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { omitFromWorklist, recordAgain } from '../support/planted.ts';
import { type Cut, manners } from '../support/seam.ts';

let endpoints: Endpoints;

beforeAll(async () => {
  await useOwnResources();
  endpoints = await startEndpoints();
});

/** A request that fails while the worker survives is a failed attempt and counts. */
const isCut = ({ effects }: Clean, { effect, manner }: Cut) =>
  manner.startsWith('dies') || effects[effect - 1] !== 'request';

/** The fast tier cuts every second effect once: after it happened, before the next. */
const isTried = ({ effect, manner }: Cut) => isWholeTier || (manner === 'dies after' && effect % 2 === 1);

test.each(selectCases(scenarios, 3).map((scenario) => [scenario.name, scenario] as const))(
  '%s counts once and loses nothing, at any interruption',
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
  ['a retry that only its message records', 'a first failure', omitFromWorklist, /not all is delivered/],
] as const;
/** Waiting for events that never happen takes half a minute. */
const plantedDeep = [
  [
    'a recovery that only its message records',
    'a recovery, deliveries being held',
    omitFromWorklist,
    /not all is delivered/,
  ],
] as const;

/** The harness must detect planted bugs. */
describe('a planted bug is detected', () => {
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
