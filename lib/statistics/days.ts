import type { Services } from '#lib/runtime/services.ts';
import { dayKey, dayOfItem, kindLetters } from '#lib/statistics/items.ts';
import { type Counts, mapKinds, sumOfCounts } from '#lib/statistics/kinds.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { addDays } from '#lib/values/time-zones.ts';
import { dayAt, readZones } from '#lib/workspaces/zones.ts';

/** Days, both inclusive. */
export interface StatisticsPeriod {
  readonly from: string;
  readonly to: string;
}

/** Items per query: more than a year. */
const limit = 400;

/**
 * Counts of a scope for each day with events. Eventually consistent.
 * @param scopeId a campaign or an email account; undefined for the whole workspace
 */
export async function readDays(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  { from, to }: StatisticsPeriod,
): Promise<ReadonlyMap<string, Counts>> {
  const { pk, sk } = dayKey(workspaceId, scopeId, from);
  const days = new Map<string, Counts>();
  for await (const item of readItems(table, {
    pk,
    from: sk,
    to: dayKey(workspaceId, scopeId, to).sk,
    limit,
  })) {
    days.set(
      dayOfItem(item),
      mapKinds((kind) => Number(item[kindLetters[kind]] ?? 0)),
    );
  }

  return days;
}

/** Counts of a scope on today and the days before, in the time zone of the workspace. @param days their number */
export async function countsOfLastDays(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  scopeId: string,
  days: number,
): Promise<Counts> {
  const to = dayAt(await readZones(table, workspaceId), now());
  const counts = await readDays(table, workspaceId, scopeId, { from: addDays(to, 1 - days), to });

  return sumOfCounts([...counts.values()]);
}
