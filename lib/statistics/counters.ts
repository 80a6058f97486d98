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
import type { EventKind } from '#lib/values/event-kind.ts';

/** `each` counts every event of the kind; `first` only the first one of an execution or, in a breakdown, of an email. */
const kindsOf: Partial<Record<EventKind, { readonly each: StatKind; readonly first?: StatKind }>> = {
  'email.sent': { each: 'sent', first: 'contacted' },
  'email.opened': { each: 'opened', first: 'uniqueOpened' },
  'email.clicked': { each: 'clicked', first: 'uniqueClicked' },
  'email.replied': { each: 'replied', first: 'uniqueReplied' },
  'email.bounced': { each: 'bounced' },
  'email.unsubscribed': { each: 'unsubscribed' },
};

/** The statistics kinds that an event increments. @param isFirst whether `first` counts it */
export function statKindsOf(type: EventKind, isFirst: boolean): StatKind[] {
  const kinds = kindsOf[type];
  if (!kinds) return [];

  return isFirst && kinds.first ? [kinds.each, kinds.first] : [kinds.each];
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
