import { hasUnpublished } from '#lib/activity/unpublished.ts';
import { countContacts } from '#lib/contacts/recount.ts';
import { totalAttribute, totalsKey } from '#lib/dashboard/items.ts';
import { isSameValue } from '#lib/runtime/same-value.ts';
import { correctCounters, type WrongCounters, wrongCounters } from '#lib/storage/correct-counters.ts';
import type { Table } from '#lib/storage/table.ts';

interface TotalsRecount extends WrongCounters {
  readonly isRepaired: boolean;
}

/**
 * Compares how many contacts and campaigns of each status there are said to be with how many there are, and sets that right
 * if asked to.
 * @param campaigns how many there are of each status
 * @returns `busy` while contacts or campaigns come, go or change; undefined when nothing differs
 */
export async function recountTotals(
  table: Table,
  workspaceId: string,
  campaigns: Readonly<Record<string, number>>,
  repair: boolean,
): Promise<TotalsRecount | 'busy' | undefined> {
  const key = totalsKey(workspaceId);
  const before = await table.get(key, { consistent: true });
  const wasPending = await hasUnpublished(table, workspaceId);
  const named = (noun: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([status, count]) => [totalAttribute(`${noun}.${status}`), count]);
  const right = Object.fromEntries([
    ...named('contacts', await countContacts(table, workspaceId)),
    ...named('campaigns', campaigns),
  ]);
  const wrong = wrongCounters(before, right);
  if (!wrong) return undefined;
  const isPending = wasPending || (await hasUnpublished(table, workspaceId));
  const after = await table.get(key, { consistent: true });
  if (isPending || !isSameValue(before, after)) return 'busy';

  return { ...wrong, isRepaired: repair && (await correctCounters(table, before ?? { ...key }, wrong)) };
}
