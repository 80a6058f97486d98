import type { StatKind } from '#lib/statistics/kinds.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                                    | how                                          |
 * |---------------------------------------------------|----------------------------------------------|
 * | counts of a scope, by day                         | Query W#<workspace>#STATS(#<scope>), D#<day> |
 * | counts of a campaign by step and so on, by day    | Query W#<workspace>#STATS#<campaign>, B#<day> |
 * | number of resources of each status                | GetItem W#<workspace>#STATS, TOTALS          |
 *
 * A scope is the workspace, a campaign or an email account. A day is a day of the workspace: see `lib/workspaces/zones.ts`. The item
 * of a day has an attribute of one letter for each kind, so it has about 150 bytes, and a year less than 60 KB.
 */
const dayPrefix = 'D#';
const breakdownPrefix = 'B#';

/** The letters are part of stored attributes. */
export const kindLetters = {
  sent: 's',
  contacted: 'n',
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
} as const satisfies Record<StatKind, string>;

/** Start the attributes of a breakdown. */
export const dimensionLetters = { step: 's', variant: 'v', account: 'a' } as const;

/** @param scopeId a campaign or an email account; undefined for the whole workspace */
export function statsPartition(workspaceId: string, scopeId: string | undefined): string {
  return `W#${workspaceId}#STATS${scopeId === undefined ? '' : `#${scopeId}`}`;
}

export const totalsKey = (workspaceId: string): Key => ({
  pk: statsPartition(workspaceId, undefined),
  sk: 'TOTALS',
});

/** The counts of a scope on a day. @param day such as `2026-11-20` */
export function dayKey(workspaceId: string, scopeId: string | undefined, day: string): Key {
  return { pk: statsPartition(workspaceId, scopeId), sk: `${dayPrefix}${day}` };
}

/** The counts of a campaign on a day, by step, variant and account. */
export function breakdownKey(workspaceId: string, campaignId: string, day: string): Key {
  return { pk: statsPartition(workspaceId, campaignId), sk: `${breakdownPrefix}${day}` };
}

/** The day of the item of a day or of a breakdown. */
export const dayOfItem = ({ sk }: Key): string => sk.slice(dayPrefix.length);

export const isBreakdown = ({ sk }: Key): boolean => sk.startsWith(breakdownPrefix);

/** `campaigns.active` as an attribute name: DynamoDB would read a dot as a path. */
export const totalAttribute = (counter: string) => counter.replace('.', '_');
