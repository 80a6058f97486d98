import { hasUnpublished } from '#lib/commit/outbox.ts';
import { totalAttribute, totalsKey } from '#lib/statistics/items.ts';
import { correctCounters, findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import type { Table } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';
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

type StatusCounts = Readonly<Record<string, number>>;

interface TotalsRecount extends WrongCounters {
  readonly isRepaired: boolean;
}

/**
 * Compares the stored numbers of contacts and campaigns by status with a recount and, with `repair`, corrects them.
 * @param readCounts recounts contacts and campaigns by status; called after the stored numbers were read
 * @returns `busy` while contacts or campaigns change; undefined when nothing differs
 */
export async function recountTotals(
  table: Table,
  workspaceId: string,
  readCounts: () => Promise<Readonly<Record<'contacts' | 'campaigns', StatusCounts>>>,
  repair: boolean,
): Promise<TotalsRecount | 'busy' | undefined> {
  const key = totalsKey(workspaceId);
  const before = await table.get(key);
  const wasPending = await hasUnpublished(table, workspaceId);
  const recounted: Record<string, number> = {};
  for (const [noun, counts] of Object.entries(await readCounts())) {
    for (const [status, count] of Object.entries(counts)) {
      recounted[totalAttribute(`${noun}.${status}`)] = count;
    }
  }
  const differences = findWrongCounters(before, recounted);
  if (!differences) return undefined;
  const isPending = wasPending || (await hasUnpublished(table, workspaceId));
  const after = await table.get(key);
  if (isPending || !isSameValue(before, after)) return 'busy';

  return {
    ...differences,
    isRepaired: repair && (await correctCounters(table, key, before, differences)),
  };
}
