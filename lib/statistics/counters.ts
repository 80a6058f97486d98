import {
  breakdownKey,
  dayKey,
  dimensionLetters,
  kindLetters,
  totalAttribute,
  totalsKey,
} from '#lib/statistics/items.ts';
import type { StatKind } from '#lib/statistics/kinds.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import type { EventKind, TrackedAction } from '#lib/values/event-kind.ts';
import { idCode } from '#lib/values/ids.ts';

/** The data of an event that decides its kinds. */
export interface CountedEvent {
  readonly type: EventKind;
  readonly isFirst?: boolean | undefined;
  readonly tracked?: readonly TrackedAction[] | undefined;
}

/** The data of an event that decides its counters. */
export interface StatisticsEvent extends CountedEvent {
  readonly campaignId?: string | undefined;
  readonly emailAccountId?: string | undefined;
  readonly stepId?: string | undefined;
  /** `idCode` of the variant. */
  readonly variant?: string | undefined;
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

/** The event kinds that statistics count. */
export const countedEvents = Object.keys(kindsOf) as EventKind[];

/** The statistics kinds that an event increments. */
export function statKindsOf(event: CountedEvent): StatKind[] {
  const kinds = Object.entries(kindsOf[event.type] ?? {}) as [StatKind, IsCounted][];

  return kinds.flatMap(([kind, isCounted]) => (isCounted(event) ? kind : []));
}

/** The items that count an event of a day, each with the attributes to increment: its scopes and the breakdown of its campaign. */
export function statisticsCounters(
  workspaceId: string,
  event: StatisticsEvent,
  day: string,
): { readonly key: Key; readonly attributes: readonly string[] }[] {
  const { campaignId, emailAccountId } = event;
  const kinds = statKindsOf(event);
  if (kinds.length === 0) return [];
  const scopes = [undefined, ...[campaignId, emailAccountId].filter((scopeId) => scopeId !== undefined)];
  const attributes = kinds.map((kind) => kindLetters[kind]);
  const groups = breakdownAttributes(event, kinds);

  return [
    ...scopes.map((scopeId) => ({ key: dayKey(workspaceId, scopeId, day), attributes })),
    ...(campaignId === undefined || groups.length === 0
      ? []
      : [{ key: breakdownKey(workspaceId, campaignId, day), attributes: groups }]),
  ];
}

/** The attributes that count an event; none if it belongs to no step. @param kinds the kinds that it increments */
function breakdownAttributes(
  { stepId, variant, emailAccountId }: StatisticsEvent,
  kinds: readonly StatKind[],
): string[] {
  if (stepId === undefined) return [];
  const groups = [
    dimensionLetters.step + idCode(stepId),
    ...(variant === undefined ? [] : [dimensionLetters.variant + variant]),
    ...(emailAccountId === undefined ? [] : [dimensionLetters.account + idCode(emailAccountId)]),
  ];
  const letters = kinds.filter((kind) => kind !== 'contacted').map((kind) => kindLetters[kind]);

  return groups.flatMap((group) => letters.map((letter) => group + letter));
}

/** Adds to the workspace's numbers of resources by status. Runs in the publishing transaction, so each change is counted once. */
export function totalsUpdate(workspaceId: string, added: Readonly<Record<string, number>>): Update {
  return {
    update: totalsKey(workspaceId),
    add: Object.fromEntries(Object.entries(added).map(([counter, by]) => [totalAttribute(counter), by])),
  };
}
