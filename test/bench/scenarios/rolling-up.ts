import { recordEvents } from '#lib/commit/commit.ts';
import { statCounter, statisticsUpdate } from '#lib/statistics/counters.ts';
import { statKinds } from '#lib/statistics/kinds.ts';
import { rollUpDay, rollUpDaysBefore } from '#lib/statistics/roll-up.ts';
import { dayMs } from '#lib/statistics/utc-days.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import { newId, ulidTime } from '#lib/values/ids.ts';
import { addDays } from '#lib/values/time-zones.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost, shareOf } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { fixedId, writeAll } from '../support/fixtures.ts';
import { deliverInserts, runScheduled } from '../support/invoke.ts';

const first = '2026-02-01';
const halfMonth = 15;
const hours = 8;
const mails = 25;

/**
 * Costs of rolling up statistics in addition to counting them, for a scope with events in eight hours of the
 * day.
 */
export async function measureRollUps(bench: Bench): Promise<Figure[]> {
  const { table } = bench;
  const idle = await measureCost(() => runScheduled('dashboard.fold'));
  const workspaceId = newId('wsp', bench.now());
  for (let day = 0; day < halfMonth; day++) await countDay(bench, workspaceId, addDays(first, day));
  const ofDay = await measureCost(() => rollUpDay(table, workspaceId, undefined, first));
  for (let day = 1; day < halfMonth; day++) {
    await rollUpDay(table, workspaceId, undefined, addDays(first, day));
  }
  const ofHalf = await measureCost(() =>
    rollUpDaysBefore(table, workspaceId, undefined, addDays(first, halfMonth)),
  );

  return [
    { name: 'dashboard.fold, nothing due', operations: ['dashboard.fold'], cost: idle },
    {
      name: `statistics of a scope, ${hours} hours folded into a day`,
      operations: [],
      cost: ofDay,
      why: 'each hour is removed with 2 units, by which something was counted in it before',
    },
    {
      name: 'statistics of a scope, a day as a share of its half-month',
      operations: [],
      cost: shareOf(ofHalf, halfMonth),
    },
    await measureRun(bench),
  ];
}

/**
 * Rolls up a whole day of a workspace: finds the due day, recounts the ledger, compares, rolls up and deletes
 * its mark.
 */
async function measureRun(bench: Bench): Promise<Figure> {
  const workspaceId = newId('wsp', bench.now());
  const at = bench.now() - 2 * dayMs;
  const ids = { campaignId: fixedId('cmp', 0), emailAccountId: fixedId('acc', 0) };
  const puts = Array.from({ length: mails }, (_, mail) => {
    const id = `evt_${ulidTime(at)}${String(mail).padStart(16, '0')}`;
    const event = { type: 'email.sent', id, data: { ...ids, contactId: fixedId('con', mail) } } as const;

    return recordEvents(workspaceId, { events: [event], increments: [], messages: [] }, bench.now());
  }).flat();
  await writeAll(bench, puts);
  const outbox = puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix));
  await deliverInserts('activity.publish', outbox);

  return {
    name: `dashboard.fold, a day of ${mails} mails of one campaign`,
    operations: ['dashboard.fold'],
    // Its scopes are rolled up concurrently, so the order of their calls is random.
    cost: shareOf(await measureCost(() => runScheduled('dashboard.fold')), 1),
  };
}

async function countDay({ table }: Bench, workspaceId: string, day: string): Promise<void> {
  for (let hour = 9; hour < 9 + hours; hour++) {
    const at = Date.parse(day) + hour * 3_600_000;
    const places = statKinds.flatMap((kind) =>
      [0, 1, 2, 3].map((quarter) => statCounter(workspaceId, undefined, kind, at + quarter * 900_000)),
    );
    const [place] = places;
    if (place)
      await table.update(
        statisticsUpdate(place.key, Object.fromEntries(places.map(({ attribute }) => [attribute, 12]))),
      );
  }
}
