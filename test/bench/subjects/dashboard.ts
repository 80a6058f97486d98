import { hourSortKey, quarterAttribute, statsPartition } from '#lib/statistics/items.ts';
import { rollUpDay, rollUpDaysBefore } from '#lib/statistics/roll-up.ts';
import { addDays } from '#lib/values/time-zones.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets } from '../support/figures.ts';
import { seedAccount, writeAll } from '../support/fixtures.ts';

const day = '2026-03-31';
const dayMs = 86_400_000;
const kinds = ['sent', 'contacted', 'opened', 'uniqueOpened', 'clicked', 'replied'];

/** A number of days with eight hours of sending each, all rolled up except the last. */
async function seedStatistics(bench: Bench, workspaceId: string, days: number): Promise<void> {
  const pk = statsPartition(workspaceId, undefined);
  const hours = Array.from({ length: days * 8 }, (_, hour) => {
    const at = Date.parse(day) - Math.floor(hour / 8) * dayMs + (9 + (hour % 8)) * 3_600_000;
    const counts = kinds.flatMap((kind) =>
      [0, 1, 2, 3].map((quarter) => [quarterAttribute(kind, at + quarter * 900_000), 12]),
    );

    return { put: { pk, sk: hourSortKey(at), ...Object.fromEntries(counts) } };
  });
  await writeAll(bench, hours);
  for (let past = days - 1; past > 0; past--) {
    await rollUpDay(bench.table, workspaceId, undefined, addDays(day, -past));
  }
  await rollUpDaysBefore(bench.table, workspaceId, undefined, '2026-03-16');
  await seedAccount(bench, workspaceId);
}

export const dashboardSubjects: readonly EndpointSubject[] = [
  {
    operation: 'dashboard.stats',
    detail: '30 days',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedStatistics(bench, workspaceId, 30);

      return { query: { to: day } };
    },
  },
  {
    operation: 'dashboard.stats',
    detail: 'a year',
    async prepare(bench, workspaceId) {
      await seedStatistics(bench, workspaceId, 366);

      return { query: { from: '2025-03-31', to: day } };
    },
  },
];
