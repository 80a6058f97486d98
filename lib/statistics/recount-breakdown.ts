import { ledgerEntriesOfCampaign } from '#lib/commit/ledger-entries.ts';
import { hasUnpublished } from '#lib/commit/outbox.ts';
import { breakdownCounter, breakdownDaysPerQuery, breakdownKey } from '#lib/statistics/breakdown.ts';
import { changeCounter, ifUnchanged } from '#lib/statistics/items.ts';
import { readAllWithPrefix } from '#lib/storage/read-all.ts';
import { type Item, type Table, updateIf } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** A day of a campaign with counts that differ from the ledger. */
interface BreakdownDifference {
  readonly campaignId: string;
  readonly day: string;
  /** By attribute, the number to add. */
  readonly missing: Readonly<Record<string, number>>;
  /** False without `repair`, and if an event was counted on the day concurrently. */
  readonly isRepaired: boolean;
}

/**
 * Compares the counts of a campaign by step, variant and account with the ledger. With `repair`, adds the differences of each
 * day that has not changed since it was read.
 * @returns `busy` if the workspace has events that are not counted yet
 */
export async function recountBreakdown(
  table: Table,
  workspaceId: string,
  campaignId: string,
  repair: boolean,
): Promise<BreakdownDifference[] | 'busy'> {
  if (await hasUnpublished(table, workspaceId)) return 'busy';
  const stored = await readStored(table, workspaceId, campaignId);
  const recounted = await countInLedger(table, workspaceId, campaignId);
  // Checked again, because events may have been committed during the recount.
  if (await hasUnpublished(table, workspaceId)) return 'busy';
  const differences: BreakdownDifference[] = [];
  for (const sk of new Set([...stored.keys(), ...recounted.keys()])) {
    const { item, counts = {} } = stored.get(sk) ?? {};
    const missing = subtract(recounted.get(sk) ?? {}, counts);
    if (isSameValue(missing, {})) continue;
    const day = sk.slice('B#'.length);
    const addMissing = {
      update: breakdownKey(workspaceId, campaignId, day),
      add: { ...missing, [changeCounter]: 1 },
      if: ifUnchanged(item),
    };
    const isRepaired = repair && (await updateIf(table, addMissing)) !== undefined;
    differences.push({ campaignId, day, missing, isRepaired });
  }

  return differences;
}

/** Counts by attribute. */
type AttributeCounts = Record<string, number>;

/** Items and counts of all days, by sort key. */
async function readStored(table: Table, workspaceId: string, campaignId: string) {
  const { pk: partition, sk: prefix } = breakdownKey(workspaceId, campaignId, '');
  const options = { consistent: true, limit: breakdownDaysPerQuery };
  const days = new Map<string, { readonly item: Item; readonly counts: AttributeCounts }>();
  for (const item of await readAllWithPrefix(table, partition, prefix, options)) {
    const { pk, sk, [changeCounter]: _, ...counts } = item;
    days.set(sk, { item, counts: counts as AttributeCounts });
  }

  return days;
}

/** The correct counts of all days, by sort key. */
async function countInLedger(table: Table, workspaceId: string, campaignId: string) {
  const days = new Map<string, AttributeCounts>();
  for await (const entry of ledgerEntriesOfCampaign(table, workspaceId, campaignId)) {
    const counter = entry.isBot ? undefined : breakdownCounter(workspaceId, entry);
    if (!counter) continue;
    const counts = days.get(counter.key.sk) ?? {};
    days.set(counter.key.sk, counts);
    for (const attribute of counter.attributes) counts[attribute] = (counts[attribute] ?? 0) + 1;
  }

  return days;
}

function subtract(recounted: AttributeCounts, stored: AttributeCounts): AttributeCounts {
  const names = new Set([...Object.keys(recounted), ...Object.keys(stored)]);
  const missing = [...names].map((name) => [name, (recounted[name] ?? 0) - (stored[name] ?? 0)] as const);

  return Object.fromEntries(missing.filter(([, number]) => number !== 0));
}
