import { dayKey, kindLetters } from '#lib/statistics/items.ts';
import { addDays } from '#lib/values/time-zones.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets } from '../support/figures.ts';
import { seedAccount, writeAll } from '../support/fixtures.ts';

const today = '2026-03-31';

/** A number of days with a thousand events of each kind. */
async function seedStatistics(bench: Bench, workspaceId: string, days: number): Promise<void> {
  const counts = Object.fromEntries(Object.values(kindLetters).map((letter) => [letter, 1000]));
  const items = Array.from({ length: days }, (_, day) => ({
    put: { ...dayKey(workspaceId, undefined, addDays(today, -day)), ...counts },
  }));
  await writeAll(bench, items);
  await seedAccount(bench, workspaceId);
}

export const dashboardSubjects: readonly EndpointSubject[] = [
  {
    operation: 'dashboard.stats',
    detail: '30 days',
    target: readTargets.page,
    why: 'the time zone of the workspace decides the days of the period, so it is read first',
    async prepare(bench, workspaceId) {
      await seedStatistics(bench, workspaceId, 30);

      return { query: { to: today } };
    },
  },
  {
    operation: 'dashboard.stats',
    detail: 'a year',
    async prepare(bench, workspaceId) {
      await seedStatistics(bench, workspaceId, 366);

      return { query: { from: '2025-03-31', to: today } };
    },
  },
];
