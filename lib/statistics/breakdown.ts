import type { LedgerEntry } from '#lib/commit/ledger-entries.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import { dayMs, utcDay } from '#lib/statistics/utc-days.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { idCode, timeOfId } from '#lib/values/ids.ts';

/*
 * Counts of a campaign by step, by variant and by account, for each UTC day: one item per campaign and day. A group is a step,
 * a variant or an account. The item has an attribute for each combination of a group and a kind, of about 12 bytes. 20 steps
 * with 5 variants each and 100 accounts have at most 220 groups and 9 kinds, so an item has less than 25 KB.
 */
const breakdownPrefix = 'B#';

/** Unique kinds count an email once; `uniqueReplied` counts an execution once. The letters are part of stored attributes. */
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
} as const;
type BreakdownKind = keyof typeof kindLetters;
const breakdownKinds = Object.keys(kindLetters) as BreakdownKind[];
export type BreakdownCounts = Readonly<Record<BreakdownKind, number>>;

const dimensionLetters = { step: 's', variant: 'v', account: 'a' } as const;
/** A dimension by which a campaign's counts are grouped. */
type BreakdownDimension = keyof typeof dimensionLetters;

/** `each` counts every event of the kind; `first` counts only the first one. */
const kindsOf: Partial<Record<EventKind, { readonly each: BreakdownKind; readonly first?: BreakdownKind }>> =
  {
    'email.sent': { each: 'sent' },
    'email.opened': { each: 'opened', first: 'uniqueOpened' },
    'email.clicked': { each: 'clicked', first: 'uniqueClicked' },
    'email.replied': { each: 'replied', first: 'uniqueReplied' },
    'email.bounced': { each: 'bounced' },
    'email.unsubscribed': { each: 'unsubscribed' },
  };

/** The data of an event that decides its counters. */
export type BreakdownEvent = Pick<LedgerEntry, 'id' | 'type'> & {
  readonly campaignId?: string | undefined;
  readonly stepId?: string | undefined;
  /** `idCode` of the variant. */
  readonly variant?: string | undefined;
  readonly emailAccountId?: string | undefined;
  readonly isFirst?: boolean | undefined;
  readonly isFirstOfEmail?: boolean | undefined;
};

export interface BreakdownCounter {
  readonly key: Key;
  readonly attributes: readonly string[];
}

/** The item and the attributes that count an event; undefined if it belongs to no step of a campaign or is not counted. */
export function breakdownCounter(workspaceId: string, event: BreakdownEvent): BreakdownCounter | undefined {
  const { id, type, campaignId, stepId, variant, emailAccountId } = event;
  const kinds = kindsOf[type];
  if (!kinds || campaignId === undefined || stepId === undefined) return undefined;
  const isFirst = type === 'email.replied' ? event.isFirst : event.isFirstOfEmail;
  const countedKinds = [kinds.each, ...(isFirst && kinds.first ? [kinds.first] : [])];
  const groups = [
    dimensionLetters.step + idCode(stepId),
    ...(variant === undefined ? [] : [dimensionLetters.variant + variant]),
    ...(emailAccountId === undefined ? [] : [dimensionLetters.account + idCode(emailAccountId)]),
  ];

  return {
    key: breakdownKey(workspaceId, campaignId, utcDay(timeOfId(id))),
    attributes: groups.flatMap((group) => countedKinds.map((kind) => group + kindLetters[kind])),
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
  const days = new Map<string, DayBreakdown>();
  const last = breakdownKey(workspaceId, campaignId, to);
  for (let first: string | undefined = from; first !== undefined && first <= to; ) {
    const sk = { from: `${breakdownPrefix}${first}`, to: last.sk };
    const { items, hasMore } = await table.query({ pk: last.pk, sk, limit: 400 });
    for (const item of items) days.set(dayOf(item), toDayBreakdown(item));
    const lastItem = items.at(-1);
    first = hasMore && lastItem ? utcDay(Date.parse(dayOf(lastItem)) + dayMs) : undefined;
  }

  return days;
}

const dayOf = ({ sk }: Item): string => sk.slice(breakdownPrefix.length);

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
