import { ledgerEntriesOfCampaign } from '#lib/commit/ledger-entries.ts';
import { hasUnpublished } from '#lib/commit/unpublished.ts';
import { breakdownCounter, breakdownKey } from '#lib/statistics/breakdown.ts';
import { changeCounter, unchanged } from '#lib/statistics/items.ts';
import type { Table } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** A day of a campaign with counts that differ from the ledger. */
interface BreakdownDifference {
  readonly campaignId: string;
  readonly day: string;
  /** By attribute, the number to add. */
  readonly missing: Readonly<Record<string, number>>;
}

/**
 * Compares the counts of a campaign by step, variant and account with the ledger. With `repair`, adds the differences; a day
 * that has changed since is left to the next run.
 * @returns undefined if the campaign has events that are not counted yet
 */
export async function recountBreakdown(
  table: Table,
  workspaceId: string,
  campaignId: string,
  repair: boolean,
): Promise<BreakdownDifference[] | undefined> {
  if (await hasUnpublished(table, workspaceId)) return undefined;
  const stored = await readStored(table, workspaceId, campaignId);
  const recounted = await countInLedger(table, workspaceId, campaignId);
  if (await hasUnpublished(table, workspaceId)) return undefined;
  const differences: BreakdownDifference[] = [];
  for (const sk of new Set([...stored.keys(), ...recounted.keys()])) {
    const { item, counts = {} } = stored.get(sk) ?? {};
    const missing = subtract(recounted.get(sk) ?? {}, counts);
    if (isSameValue(missing, {})) continue;
    differences.push({ campaignId, day: sk.slice(2), missing });
    if (repair) {
      const key = breakdownKey(workspaceId, campaignId, sk.slice(2));
      await table.update({ update: key, add: { ...missing, [changeCounter]: 1 }, if: unchanged(item) });
    }
  }

  return differences;
}

type Counts = Record<string, number>;

async function readStored(table: Table, workspaceId: string, campaignId: string) {
  const { pk, sk } = breakdownKey(workspaceId, campaignId, '');
  const { items } = await table.query({ pk, sk: { prefix: sk }, limit: 5000, consistent: true });

  return new Map(
    items.map((item) => {
      const { pk: _, sk: day, [changeCounter]: _changes, ...counts } = item;

      return [day, { item, counts: counts as Counts }] as const;
    }),
  );
}

async function countInLedger(table: Table, workspaceId: string, campaignId: string) {
  const days = new Map<string, Counts>();
  for await (const entry of ledgerEntriesOfCampaign(table, workspaceId, campaignId)) {
    const counter = entry.isBot ? undefined : breakdownCounter(workspaceId, entry);
    if (!counter) continue;
    const counts = days.get(counter.key.sk) ?? {};
    days.set(counter.key.sk, counts);
    for (const attribute of counter.attributes) counts[attribute] = (counts[attribute] ?? 0) + 1;
  }

  return days;
}

function subtract(recounted: Counts, stored: Counts): Counts {
  const names = new Set([...Object.keys(recounted), ...Object.keys(stored)]);
  const missing = [...names].map((name) => [name, (recounted[name] ?? 0) - (stored[name] ?? 0)] as const);

  return Object.fromEntries(missing.filter(([, number]) => number !== 0));
}
