import {
  type LedgerEntry,
  ledgerEntriesBetween,
  ledgerEntriesOfCampaign,
} from '#lib/commit/ledger-entries.ts';
import { hasUnpublished } from '#lib/commit/outbox.ts';
import { countedEvents, statisticsCounters } from '#lib/statistics/counters.ts';
import type { StatisticsPeriod } from '#lib/statistics/days.ts';
import { dayOfItem, isBreakdown, statsPartition } from '#lib/statistics/items.ts';
import { correctCounters, findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';
import { dayAt, readZones } from '#lib/workspaces/zones.ts';

/** An item with counts that differ from the ledger, by attribute. */
interface StatisticsDifference extends WrongCounters {
  /** Undefined for the workspace. */
  readonly scopeId: string | undefined;
  readonly day: string;
  /** Whether the item counts by step, variant and account. */
  readonly isBreakdown: boolean;
  /** False without `repair`, and if the item was changed concurrently. */
  readonly isRepaired: boolean;
}

const dayMs = 86_400_000;
/** Items per query. */
const limit = 1000;

/**
 * Compares the days of a period with the ledger and, with `repair`, corrects them. Reads the counted events of the period for
 * the workspace, and all later events of each campaign: about 0.1 read units each. Safe while the service counts: a correction fails if the item changed since it was read.
 * @param scopeIds the campaigns and accounts to compare, in addition to the workspace
 * @returns `busy` if the workspace has events that are not counted yet
 */
export async function recountStatistics(
  table: Table,
  workspaceId: string,
  period: StatisticsPeriod,
  scopeIds: readonly string[],
  repair: boolean,
): Promise<StatisticsDifference[] | 'busy'> {
  const scopes = new Map(
    [undefined, ...scopeIds].map((scopeId) => [statsPartition(workspaceId, scopeId), scopeId]),
  );
  // Read before the ledger, so that an event that is counted in the meantime makes the correction fail.
  const stored = await readStored(table, [...scopes.keys()], period);
  const recounted = await countInLedger(table, workspaceId, period, scopeIds);
  if (await hasUnpublished(table, workspaceId)) return 'busy';
  const differences: StatisticsDifference[] = [];
  for (const name of new Set([...stored.keys(), ...recounted.keys()])) {
    const item = stored.get(name);
    const key = item ?? recounted.get(name)?.key;
    if (!key || !scopes.has(key.pk)) continue;
    const wrong = findWrongCounters(item, { ...zeroCounts(item), ...recounted.get(name)?.counts });
    if (!wrong) continue;
    const isRepaired = repair && (await correctCounters(table, key, item, wrong));
    const place = { scopeId: scopes.get(key.pk), day: dayOfItem(key), isBreakdown: isBreakdown(key) };
    differences.push({ ...place, ...wrong, isRepaired });
  }

  return differences;
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
const isWithin = (day: string, { from, to }: StatisticsPeriod) => from <= day && day <= to;

/** The items of the period, by name. The name of the item of the totals is not a day. */
async function readStored(table: Table, partitions: readonly string[], period: StatisticsPeriod) {
  const stored = new Map<string, Item>();
  for (const pk of partitions) {
    for await (const item of readItems(table, { pk, limit })) {
      if (isWithin(dayOfItem(item), period)) stored.set(nameOf(item), item);
    }
  }

  return stored;
}

/** Each counter of an item, with 0. */
function zeroCounts(item: Item | undefined): Record<string, number> {
  const { pk: _, sk: __, ...counts } = item ?? {};

  return Object.fromEntries(Object.keys(counts).map((attribute) => [attribute, 0]));
}

/** The correct counts of the period, by the name of the item. Breakdowns need the index of their campaign, which has the variants. */
async function countInLedger(
  table: Table,
  workspaceId: string,
  period: StatisticsPeriod,
  scopeIds: readonly string[],
) {
  const zones = await readZones(table, workspaceId);
  // A local day begins up to 14 hours before the UTC day and ends up to 12 hours after it.
  const times = {
    beginsAt: Math.max(0, Date.parse(period.from) - dayMs),
    endsAt: Date.parse(period.to) + 2 * dayMs,
  };
  const counted = new Map<string, { readonly key: Key; readonly counts: Record<string, number> }>();
  const count = async (entries: AsyncIterable<LedgerEntry>, isOfIndex: (key: Key) => boolean) => {
    for await (const entry of entries) {
      const day = dayAt(zones, timeOfId(entry.id));
      if (entry.isBot || !isWithin(day, period)) continue;
      const counters = statisticsCounters(workspaceId, entry, day);
      for (const { key, attributes } of counters.filter((counter) => isOfIndex(counter.key))) {
        const counts: Record<string, number> = counted.get(nameOf(key))?.counts ?? {};
        counted.set(nameOf(key), { key, counts });
        for (const attribute of attributes) counts[attribute] = (counts[attribute] ?? 0) + 1;
      }
    }
  };
  await count(ledgerEntriesBetween(table, workspaceId, countedEvents, times), (key) => !isBreakdown(key));
  for (const campaignId of scopeIds.filter((id) => id.startsWith('cmp_'))) {
    await count(ledgerEntriesOfCampaign(table, workspaceId, campaignId, times.beginsAt), isBreakdown);
  }

  return counted;
}
