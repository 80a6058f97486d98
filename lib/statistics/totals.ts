import { totalAttribute, totalsKey } from '#lib/statistics/items.ts';
import type { Table } from '#lib/storage/table.ts';
import { shownCount } from '#lib/values/shown-count.ts';

/** Returns the number of campaigns or contacts with each status. */
type CountByStatus = <Status extends string>(
  noun: 'campaigns' | 'contacts',
  statuses: readonly Status[],
) => Record<Status, number>;

/** Reads how many campaigns and contacts have each status. Eventually consistent. */
export async function readTotals(table: Table, workspaceId: string): Promise<CountByStatus> {
  const item = await table.get(totalsKey(workspaceId));

  return <Status extends string>(noun: string, statuses: readonly Status[]) => {
    const counts = statuses.map((status) => [
      status,
      shownCount(Number(item?.[totalAttribute(`${noun}.${status}`)] ?? 0)),
    ]);

    // Object.fromEntries loses the key types.
    return Object.fromEntries(counts) as Record<Status, number>;
  };
}
