import { writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readStatistics } from '#lib/dashboard/stats.ts';
import { sumOfCounts } from '#lib/statistics/kinds.ts';
import { newId } from '#lib/values/ids.ts';
import { addDays } from '#lib/values/time-zones.ts';
import { workspaceSettingsKey } from '#lib/workspaces/items.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import { seedAccount, seedWebhook } from '../support/fixtures.ts';
import { describePage, describeRows, type Row } from '../support/report.ts';
import {
  accountIds,
  campaignId,
  countEvents,
  countNaively,
  daysOf,
  simulateEvents,
} from './year-of-events.ts';

const count = Number(process.env['STATS_EVENTS'] ?? 20_000);
const now = Date.parse('2026-04-02T00:59:00.000Z');
const timezone = 'America/New_York';
const today = '2026-04-01';
/** Maximum read units by the days of the period. */
const readMax = { 1: 4, 30: 5, 90: 6, 365: 10 };

const scopes = {
  'the workspace': {},
  'its campaign': { campaignId },
  'one of its accounts': { emailAccountId: accountIds[0] },
};

let bench: Bench;
let events: ReturnType<typeof daysOf>;
const workspaceId = newId('wsp', Date.now());
const rows: Row[] = [];

const readStats = (query: Parameters<typeof readStatistics>[2]) =>
  readStatistics({ table: bench.table, now: () => now }, workspaceId, query);

beforeAll(async () => {
  bench = await openBench();
  await seedAccount(bench, workspaceId);
  await seedWebhook(bench, workspaceId, 'https://receiver.example/');
  await bench.table.put({
    put: { ...workspaceSettingsKey(workspaceId), zones: [{ from: 0, timezone }], updatedAt: '' },
  });
  const simulated = simulateEvents(count, Date.parse('2025-03-30'), now);
  events = daysOf(simulated, timezone);
  await countEvents(bench.table, workspaceId, simulated, timezone);
}, 900_000);

/** The recount of the events in the format of the response. */
function recounted({ from, to, scopeId }: { from: string; to: string; scopeId: string | undefined }) {
  const days = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push({ date, counts: countNaively(events.get(date) ?? [], scopeId) });
  }
  const series = days.map(({ date, counts: { sent, opened, clicked, replied, bounced, unsubscribed } }) => ({
    date,
    sent,
    opened,
    clicked,
    replied,
    bounced,
    unsubscribed,
  }));

  return { totals: sumOfCounts(days.map(({ counts }) => counts)), series };
}

const cases = Object.entries(scopes).flatMap(([name, scope]) =>
  Object.entries(readMax).map(([days, max]) => [Number(days), name, max, scope] as const),
);

test.each(cases)('%s days of %s cost at most %s read units and are exact', async (days, name, max, scope) => {
  const period = { from: addDays(today, 1 - days), to: today };
  const query = { ...period, granularity: 'day', ...scope } as const;
  const [scopeId] = Object.values(scope);
  expect(await readStats(query)).toMatchObject(recounted({ ...period, scopeId }));
  const { readUnits } = await measureCost(() => readStats(query));
  rows.push({
    what: `${days === 1 ? 'a day' : `${days} days`} of ${name}, read units`,
    measured: String(readUnits),
    bar: `≤ ${max}`,
    holds: readUnits <= max,
  });

  expect(readUnits).toBeLessThanOrEqual(max);
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
  'in a year. They are counted a day at a time with the publisher’s writes. Every response is compared with a recount of the events.',
  'Read units cover the whole request, including the time zone, statuses, accounts and webhooks.',
];
