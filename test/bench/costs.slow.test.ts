import { beforeAll, describe, expect, test } from 'vitest';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { readCommitted, writeCommitted } from './support/baseline.ts';
import { type Bench, openBench } from './support/bench.ts';
import { measureCost } from './support/cost.ts';
import { describeCosts } from './support/cost-page.ts';
import { describeDifferences, differencesOf, missesOf, toCostTable } from './support/cost-table.ts';
import type { Figure } from './support/figures.ts';
import { scenarios } from './support/scenarios.ts';

let bench: Bench;
let committed: ReturnType<typeof readCommitted>;
const figures: Figure[] = [];

beforeAll(async () => {
  bench = await openBench();
  for (const scenario of scenarios) figures.push(...(await scenario(bench)));
  if (process.env['UPDATE_COSTS'] === '1') writeCommitted(toCostTable(figures));
  committed = readCommitted();
}, 180_000);

describe('Costs of all operations', () => {
  test('no operation costs more than its committed figure', () => {
    const differences = differencesOf(committed.costs, toCostTable(figures));
    const fallen = differences.filter(({ was, is }) => is < was);
    if (fallen.length > 0) {
      process.stdout.write(
        `Cheaper than costs.json; run with UPDATE_COSTS=1 to save:\n${describeDifferences(fallen)}\n`,
      );
    }

    expect(describeDifferences(differences.filter(({ was, is }) => is > was))).toBe('');
  });

  test('exactly the measured figures are committed', () => {
    expect(figures.map(({ name }) => name).sort()).toEqual(Object.keys(committed.costs).sort());
  });

  test('every endpoint and every worker has a figure', () => {
    const measured = new Set(figures.flatMap(({ operations }) => operations));

    expect(
      [...routedEndpoints, fallback, ...workers]
        .map(({ name }) => name)
        .filter((name) => !measured.has(name)),
    ).toEqual([]);
  });

  test('a missed target has its reason', () => {
    const unexplained = Object.entries(committed.costs).filter(
      ([, entry]) => missesOf(entry).length > 0 && entry.why === undefined,
    );

    expect(unexplained.map(([name, entry]) => `${name}: ${missesOf(entry).join(', ')}`)).toEqual([]);
  });

  test('COSTS.md shows the committed figures', () => {
    expect(committed.page).toBe(describeCosts(committed.costs));
  });
});

describe('The measurement', () => {
  const key = { pk: 'bench', sk: 'probe' };

  test('concurrent calls are one round trip, sequential calls count separately', async () => {
    const get = () => bench.table.get(key);
    const query = () => bench.table.query({ pk: key.pk, limit: 1 });

    expect(await measureCost(() => Promise.all([get(), query()]))).toMatchObject({
      roundTrips: 1,
      readUnits: 2,
    });
    expect(await measureCost(() => get().then(get).then(get))).toMatchObject({
      roundTrips: 3,
      readUnits: 3,
    });
  });

  test('a refused write has the costs of a successful one', async () => {
    const put = { put: { ...key, text: 'x'.repeat(1500) }, if: { pk: 'absent' } } as const;
    await bench.table.put(put);

    expect(await measureCost(() => bench.table.put(put).catch(() => undefined))).toMatchObject({
      roundTrips: 1,
      writeUnits: 2,
    });
  });

  test('an additional write is a difference that names the figure', () => {
    const before = toCostTable(figures);
    const [name = ''] = Object.keys(before);
    const entry = before[name];
    const after = { ...before, ...(entry && { [name]: { ...entry, writeUnits: entry.writeUnits + 1 } }) };

    expect(describeDifferences(differencesOf(before, after))).toMatch(
      `${name}  writeUnits      ${entry?.writeUnits} → ${Number(entry?.writeUnits) + 1}`,
    );
    expect(differencesOf(before, before)).toEqual([]);
  });
});
