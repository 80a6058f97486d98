import { countersKey } from '#lib/campaigns/state/items.ts';
import type { Counters } from '#lib/campaigns/state/stored.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { type CountedEvent, statKindsOf } from '#lib/statistics/counters.ts';
import type { StatKind } from '#lib/statistics/kinds.ts';
import type { Update } from '#lib/storage/table.ts';

/**
 * Counters of a campaign. The counters in `counterByKind` count events, as statistics do. All others count executions by their state:
 * - `started`: at least one email was sent; `endedUnsent`: ended without an email
 * - `paused`, `unknown`: open; wait for a missing variable, or for the outcome of an email
 * - `pausedUnsent`, `unknownUnsent`: the same, but without a sent email
 * - the others: ended with this status. `replied` counts only replies that ended the execution.
 */
export type CampaignCounter = Exclude<keyof Counters, 'contacts' | 'openJobs' | 'reopened'>;

/** The counters of events, by the kind of statistics that they sum up over all days. */
const counterByKind: Readonly<Partial<Record<StatKind, CampaignCounter>>> = {
  sent: 'sent',
  openTracked: 'openTracked',
  clickTracked: 'clickTracked',
  uniqueOpened: 'opened',
  uniqueClicked: 'clicked',
  uniqueReplied: 'answered',
  bounced: 'bouncedEmails',
  unsubscribed: 'unsubscribes',
};
export const eventCounters = Object.values(counterByKind);

/** The counters that an event increments. */
export function campaignCountersOf(event: CountedEvent): CampaignCounter[] {
  return statKindsOf(event).flatMap((kind) => counterByKind[kind] ?? []);
}

/** Adds to counters of a campaign. Belongs to the transaction that publishes an event, so each event is counted exactly once. */
export function countCampaign(
  workspaceId: string,
  campaignId: string,
  added: Readonly<Record<string, number>>,
): Update {
  // The condition prevents an update from creating the counters of a deleted campaign again.
  return { update: countersKey(workspaceId, campaignId), add: added, if: { pk: 'present' } };
}

/** Adds to counters in the transaction of a use case, which runs again if the campaign was deleted. */
export function countersWrite(
  workspaceId: string,
  campaignId: string,
  added: Readonly<Record<string, number>>,
): Update {
  return {
    ...countCampaign(workspaceId, campaignId, added),
    otherwise: () => new StaleDecision('the campaign was deleted concurrently'),
  };
}
