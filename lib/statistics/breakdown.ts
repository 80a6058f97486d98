import { type CountedEvent, statKindsOf } from '#lib/statistics/counters.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import { breakdownKinds } from '#lib/statistics/kinds.ts';
import { utcDay } from '#lib/statistics/utc-days.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';
import { idCode, timeOfId } from '#lib/values/ids.ts';

/*
 * Counts of a campaign by step, by variant and by account, for each UTC day: one item per campaign and day. A group is a step,
 * a variant or an account. The item has an attribute for each combination of a group and a kind, of about 12 bytes. 20 steps
 * with 5 variants each and 100 accounts have at most 220 groups and 11 kinds, so an item has less than 30 KB.
 */
const breakdownPrefix = 'B#';

/** Maximum days per query; longer periods need several. DynamoDB's page of 1 MB may contain fewer. */
export const breakdownDaysPerQuery = 400;

/** The letters are part of stored attributes. */
const kindLetters = {
  sent: 's',
  opened: 'o',
  uniqueOpened: 'O',
  clicked: 'c',
  uniqueClicked: 'C',
  replied: 'r',
  uniqueReplied: 'R',
  bounced: 'b',
  unsubscribed: 'u',
  openTracked: 'p',
  clickTracked: 'l',
} as const satisfies Record<BreakdownKind, string>;
type BreakdownKind = (typeof breakdownKinds)[number];
export type BreakdownCounts = Readonly<Record<BreakdownKind, number>>;

const dimensionLetters = { step: 's', variant: 'v', account: 'a' } as const;
/** A dimension by which a campaign's counts are grouped. */
type BreakdownDimension = keyof typeof dimensionLetters;

/** The data of an event that decides its counters. */
interface BreakdownEvent extends CountedEvent {
  readonly id: string;
  readonly campaignId?: string | undefined;
  readonly stepId?: string | undefined;
  /** `idCode` of the variant. */
  readonly variant?: string | undefined;
  readonly emailAccountId?: string | undefined;
}

/** The item and the attributes that count an event; undefined if it belongs to no step of a campaign or is not counted. */
export function breakdownCounter(
  workspaceId: string,
  event: BreakdownEvent,
): { readonly key: Key; readonly attributes: readonly string[] } | undefined {
  const { id, campaignId, stepId, variant, emailAccountId } = event;
  const kinds = statKindsOf(event).filter((kind) => kind !== 'contacted');
  if (kinds.length === 0 || campaignId === undefined || stepId === undefined) return undefined;
  const groups = [
    dimensionLetters.step + idCode(stepId),
    ...(variant === undefined ? [] : [dimensionLetters.variant + variant]),
    ...(emailAccountId === undefined ? [] : [dimensionLetters.account + idCode(emailAccountId)]),
  ];

  return {
    key: breakdownKey(workspaceId, campaignId, utcDay(timeOfId(id))),
    attributes: groups.flatMap((group) => kinds.map((kind) => group + kindLetters[kind])),
  };
}

export function breakdownKey(workspaceId: string, campaignId: string, day: string): Key {
  return { pk: statsPartition(workspaceId, campaignId), sk: `${breakdownPrefix}${day}` };
}

/** Counts of one day by dimension and `idCode` of a step, a variant or an account. */
export type DayBreakdown = Readonly<Record<BreakdownDimension, ReadonlyMap<string, BreakdownCounts>>>;

export const zeroBreakdown = Object.fromEntries(breakdownKinds.map((kind) => [kind, 0])) as BreakdownCounts;

export function addBreakdown(one: BreakdownCounts, other: BreakdownCounts): BreakdownCounts {
  return Object.fromEntries(breakdownKinds.map((kind) => [kind, one[kind] + other[kind]])) as BreakdownCounts;
}

/** The stored counts of a campaign by UTC day. @param period days, both inclusive */
export async function readBreakdown(
  table: Table,
  workspaceId: string,
  campaignId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, DayBreakdown>> {
  const { pk, sk } = breakdownKey(workspaceId, campaignId, from);
  const range = { pk, from: sk, to: breakdownPrefix + to, limit: breakdownDaysPerQuery };
  const days = new Map<string, DayBreakdown>();
  for await (const item of readItems(table, range)) {
    days.set(item.sk.slice(breakdownPrefix.length), toDayBreakdown(item));
  }

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
