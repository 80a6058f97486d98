import { writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Statistics } from '#lib/dashboard/statistics.ts';
import { readStatistics } from '#lib/dashboard/stats.ts';
import { statKinds } from '#lib/statistics/kinds.ts';
import { firstOpenDay } from '#lib/statistics/utc-days.ts';
import { newId } from '#lib/values/ids.ts';
import { addDays, momentOf } from '#lib/values/time-zones.ts';
import { isWholeTier } from '../../support/tier.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import { seedAccount, seedWebhook } from '../support/fixtures.ts';
import { describePage, describeRows, type Row } from '../support/report.ts';
import {
  accountIds,
  campaignId,
  countAndRollUp,
  quartersOf,
  recountBetween,
  simulateEvents,
} from './year-of-events.ts';

const count = Number(process.env['STATS_EVENTS'] ?? 20_000);
/** An hour before the most expensive roll-up: 16 daily items and 25 hourly items are pending. */
const now = Date.parse('2026-04-02T00:59:00.000Z');
const today = '2026-04-01';
const yearMax = 10;
/** With a million events, one item exceeds the size of a read unit. */
const monthMax = count > 20_000 ? 6 : 5;

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'];
const many = isWholeTier
  ? Intl.supportedValuesOf('timeZone')
  : ['Pacific/Chatham', 'Africa/Casablanca', 'Australia/Lord_Howe'];
const scopes = {
  'the workspace': {},
  'its campaign': { campaignId },
  'one of its accounts': { emailAccountId: accountIds[0] },
};

let bench: Bench;
const quarters = new Map<string | undefined, ReturnType<typeof quartersOf>>();
const workspaceId = newId('wsp', Date.now());
const rows: Row[] = [];

const readStats = (query: Parameters<typeof readStatistics>[2]) =>
  readStatistics({ table: bench.table, now: () => now }, workspaceId, query);

beforeAll(async () => {
  bench = await openBench();
  await seedAccount(bench, workspaceId);
  await seedWebhook(bench, workspaceId, 'https://receiver.example/');
  const events = simulateEvents(count, Date.parse('2025-03-30'), now);
  for (const scope of [undefined, campaignId, accountIds[0]]) quarters.set(scope, quartersOf(events, scope));
  await countAndRollUp(bench, workspaceId, events, firstOpenDay(now));
}, 900_000);

/** The recount of the events and the statistics response, in the same format. */
function recounted(query: Parameters<typeof readStatistics>[2], { period }: Statistics) {
  const { from, to, timezone } = period;
  const dates: string[] = [];
  for (let date = from; date <= addDays(to, 1); date = addDays(date, 1)) dates.push(date);
  const moments = dates.map((date) => momentOf(date, 0, timezone));
  const days = recountBetween(quarters.get(query.emailAccountId ?? query.campaignId) ?? [], moments);
  const totals = Object.fromEntries(
    statKinds.map((kind) => [kind, days.reduce((sum, counts) => sum + counts[kind], 0)]),
  );
  const series = days.map(({ sent, opened, clicked, replied, bounced, unsubscribed }, position) => ({
    date: dates[position],
    sent,
    opened,
    clicked,
    replied,
    bounced,
    unsubscribed,
  }));

  return { totals, series };
}

test.each(
  Object.entries(scopes).flatMap(([name, scope]) => zones.map((zone) => [name, zone, scope] as const)),
)(
  `a year of %s in %s costs at most ${yearMax} read units, and 30 days at most ${monthMax}, and both are exact`,
  async (name, timezone, scope) => {
    const year = { from: addDays(today, -364), to: today, timezone, granularity: 'day', ...scope } as const;
    const month = { ...year, from: addDays(today, -29) };
    const [ofYear, ofMonth] = [await readStats(year), await readStats(month)];
    const [{ readUnits }, { readUnits: monthUnits }] = [
      await measureCost(() => readStats(year)),
      await measureCost(() => readStats(month)),
    ];
    const isExact = [
      [year, ofYear],
      [month, ofMonth],
    ] as const;
    for (const [query, answer] of isExact) expect(answer).toMatchObject(recounted(query, answer));
    rows.push(
      {
        what: `a year of ${name} in ${timezone}, read units`,
        measured: String(readUnits),
        bar: `≤ ${yearMax}`,
        holds: readUnits <= yearMax,
      },
      {
        what: `30 days of ${name} in ${timezone}, read units`,
        measured: String(monthUnits),
        bar: `≤ ${monthMax}`,
        holds: monthUnits <= monthMax,
      },
    );

    expect(readUnits).toBeLessThanOrEqual(yearMax);
    expect(monthUnits).toBeLessThanOrEqual(monthMax);
  },
);

test('the statistics of a year match its events in every time zone', { timeout: 600_000 }, async () => {
  let highestUnits = 0;
  for (const timezone of many) {
    const query = { from: addDays(today, -364), to: today, timezone, granularity: 'day' } as const;
    const { readUnits } = await measureCost(async () => {
      const answer = await readStats(query);
      expect(answer, timezone).toMatchObject(recounted(query, answer));
    });
    highestUnits = Math.max(highestUnits, readUnits);
  }
  rows.push({
    what: `a year of the workspace in the most expensive of ${many.length} zones, read units`,
    measured: String(highestUnits),
    bar: `≤ ${yearMax}`,
    holds: highestUnits <= yearMax,
  });

  expect(highestUnits).toBeLessThanOrEqual(yearMax);
});

test('the figures are saved', () => {
  process.stdout.write(describeRows(rows));
  if (process.env['UPDATE_FIGURES'] === '1') {
    writeFileSync(new URL('./FIGURES.md', import.meta.url), describePage(heading, rows));
  }

  expect(rows.every(({ holds }) => holds)).toBe(true);
});

const heading = [
  '# Costs of statistics',
  '',
  'Measured by `UPDATE_FIGURES=1 npm run bench:stats`. A workspace has 1,000,000 emails and visits of one campaign with two accounts',
  'in a year. They are counted a day at a time with the publisher’s writes, and rolled up like in the worker. Statistics are read at',
  'the most expensive time: sixteen days are not yet rolled up into a half-month, and 25 hours not into a day. Every response is',
  'compared with a recount of the events. Read units cover the whole request, including statuses, accounts and webhooks.',
];
