import { hasUnpublished } from '#lib/commit/unpublished.ts';
import { totalAttribute, totalsKey } from '#lib/statistics/items.ts';
import { correctCounters, findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import type { Table } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

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
  const before = await table.get(key, { consistent: true });
  const wasPending = await hasUnpublished(table, workspaceId);
  const countersOf = (noun: string, counts: StatusCounts) =>
    Object.entries(counts).map(([status, count]) => [totalAttribute(`${noun}.${status}`), count]);
  const { contacts, campaigns } = await readCounts();
  const recounted = Object.fromEntries([
    ...countersOf('contacts', contacts),
    ...countersOf('campaigns', campaigns),
  ]);
  const differences = findWrongCounters(before, recounted);
  if (!differences) return undefined;
  const isPending = wasPending || (await hasUnpublished(table, workspaceId));
  const after = await table.get(key, { consistent: true });
  if (isPending || !isSameValue(before, after)) return 'busy';

  return {
    ...differences,
    isRepaired: repair && (await correctCounters(table, before ?? { ...key }, differences)),
  };
}
