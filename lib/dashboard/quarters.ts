import { statKinds } from '#lib/dashboard/counters.ts';
import { hourSortKey, type Quarter, statsPartition, toQuarters } from '#lib/dashboard/items.ts';
import type { Table } from '#lib/storage/table.ts';

/** How many hours one Query looks at: a year has 8,784, and an answer ends at 1 MB anyway. */
const pageSize = 5000;

/**
 * What happened between two moments, by quarters of an hour.
 * @param scopeId a campaign or an e-mail account; without it, the whole workspace
 * @param period epoch milliseconds, the end exclusive
 */
export async function readQuarters(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  period: { readonly beginsAt: number; readonly endsAt: number },
): Promise<Quarter[]> {
  const { beginsAt, endsAt } = period;
  const pk = statsPartition(workspaceId, scopeId);
  const to = hourSortKey(endsAt - 1);
  const quarters: Quarter[] = [];
  for (let from = hourSortKey(beginsAt); from <= to; ) {
    const { items, more } = await table.query({ pk, sk: { from, to }, limit: pageSize });
    quarters.push(...items.flatMap((item) => toQuarters(item, statKinds)));
    const last = items.at(-1);
    if (!more || !last) break;
    from = `${last.sk}\u0001`;
  }

  return quarters.filter(({ at }) => at >= beginsAt && at < endsAt);
}
