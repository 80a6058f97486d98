import {
  changeCounter,
  hourSortKey,
  quarterAttribute,
  statsPartition,
  totalAttribute,
  totalsKey,
} from '#lib/statistics/items.ts';
import type { StatKind } from '#lib/statistics/kinds.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import type { EventKind, TrackedAction } from '#lib/values/event-kind.ts';

/** The data of an event that decides its counters. */
export interface CountedEvent {
  readonly type: EventKind;
  readonly isFirst?: boolean | undefined;
  readonly tracked?: readonly TrackedAction[] | undefined;
}

type IsCounted = (event: CountedEvent) => boolean | undefined;
const always = () => true;
const ifFirst: IsCounted = ({ isFirst }) => isFirst;

/** The kinds that an event may increment, each with its condition. All counters of events are derived from this table. */
const kindsOf: Partial<Record<EventKind, Partial<Record<StatKind, IsCounted>>>> = {
  'email.sent': {
    sent: always,
    contacted: ifFirst,
    openTracked: ({ tracked }) => tracked?.includes('opens'),
    clickTracked: ({ tracked }) => tracked?.includes('clicks'),
  },
  'email.opened': { opened: always, uniqueOpened: ifFirst },
  'email.clicked': { clicked: always, uniqueClicked: ifFirst },
  'email.replied': { replied: always, uniqueReplied: ifFirst },
  'email.bounced': { bounced: always },
  'email.unsubscribed': { unsubscribed: always },
};

/** The statistics kinds that an event increments. */
export function statKindsOf(event: CountedEvent): StatKind[] {
  const kinds = Object.entries(kindsOf[event.type] ?? {}) as [StatKind, IsCounted][];

  return kinds.flatMap(([kind, isCounted]) => (isCounted(event) ? kind : []));
}

/** The counter of a kind for the workspace, a campaign or an account. @param at epoch milliseconds */
export function statCounter(
  workspaceId: string,
  scopeId: string | undefined,
  kind: StatKind,
  at: number,
): { readonly key: Key; readonly attribute: string } {
  return {
    key: { pk: statsPartition(workspaceId, scopeId), sk: hourSortKey(at) },
    attribute: quarterAttribute(kind, at),
  };
}

/**
 * Adds counts to an item of statistics: an hour, or a day of a breakdown. Runs in the publishing transaction, so each event is
 * counted once.
 * @param added counts by attribute
 */
export function statisticsUpdate(key: Key, added: Readonly<Record<string, number>>): Update {
  return { update: key, add: { ...added, [changeCounter]: 1 } };
}

/** Adds to the workspace's numbers of resources by status. Runs in the publishing transaction, so each change is counted once. */
export function totalsUpdate(workspaceId: string, added: Readonly<Record<string, number>>): Update {
  return {
    update: totalsKey(workspaceId),
    add: Object.fromEntries(Object.entries(added).map(([counter, by]) => [totalAttribute(counter), by])),
  };
}

/** The event kinds that statistics count. */
export const countedEvents = Object.keys(kindsOf) as EventKind[];
