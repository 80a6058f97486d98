import type { StatisticsPeriod } from '#lib/statistics/days.ts';
import { breakdownKey, dayOfItem, dimensionLetters, kindLetters } from '#lib/statistics/items.ts';
import { breakdownKinds } from '#lib/statistics/kinds.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/*
 * Counts of a campaign by step, by variant and by account, for each day: one item per campaign and day. A group is a step, a
 * variant or an account. The item has an attribute for each combination of a group and a kind, of about 12 bytes. 20 steps
 * with 5 variants each and 100 accounts have at most 220 groups and 11 kinds, so an item has less than 30 KB.
 */

/** Maximum days per query; longer periods need several. DynamoDB's page of 1 MB may contain fewer. */
const daysPerQuery = 400;

type BreakdownKind = (typeof breakdownKinds)[number];
export type BreakdownCounts = Readonly<Record<BreakdownKind, number>>;

/** A dimension by which a campaign's counts are grouped. */
type BreakdownDimension = keyof typeof dimensionLetters;

/** Counts of one day by dimension and `idCode` of a step, a variant or an account. */
export type DayBreakdown = Readonly<Record<BreakdownDimension, ReadonlyMap<string, BreakdownCounts>>>;

export const zeroBreakdown = Object.fromEntries(breakdownKinds.map((kind) => [kind, 0])) as BreakdownCounts;

export function addBreakdown(one: BreakdownCounts, other: BreakdownCounts): BreakdownCounts {
  return Object.fromEntries(breakdownKinds.map((kind) => [kind, one[kind] + other[kind]])) as BreakdownCounts;
}

/** The stored counts of a campaign by day. */
export async function readBreakdown(
  table: Table,
  workspaceId: string,
  campaignId: string,
  { from, to }: StatisticsPeriod,
): Promise<ReadonlyMap<string, DayBreakdown>> {
  const { pk, sk } = breakdownKey(workspaceId, campaignId, from);
  const range = { pk, from: sk, to: breakdownKey(workspaceId, campaignId, to).sk, limit: daysPerQuery };
  const days = new Map<string, DayBreakdown>();
  for await (const item of readItems(table, range)) days.set(dayOfItem(item), toDayBreakdown(item));

  return days;
}

/** The letter of a dimension, the `idCode` of a group, and the letter of a kind. */
const attributePattern = /^([sva])(.{8})([a-zA-Z])$/;

function toDayBreakdown(item: Item): DayBreakdown {
  const breakdown = { step: new Map(), variant: new Map(), account: new Map() };
  for (const [attribute, count] of Object.entries(item)) {
    const [, dimensionLetter, code = '', kindLetter] = attributePattern.exec(attribute) ?? [];
    const dimension = (Object.keys(dimensionLetters) as BreakdownDimension[]).find(
      (each) => dimensionLetters[each] === dimensionLetter,
    );
    const kind = breakdownKinds.find((each) => kindLetters[each] === kindLetter);
    if (!dimension || !kind) continue;
    const counts: BreakdownCounts = breakdown[dimension].get(code) ?? zeroBreakdown;
    breakdown[dimension].set(code, { ...counts, [kind]: Number(count) });
  }

  return breakdown;
}
