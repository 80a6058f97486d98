import {
  accountActivity,
  activityOfKinds,
  campaignActivity,
  eventPrefix,
  subjectPartition,
} from '#lib/commit/items.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

/** The query for a workspace's events of these kinds; of all kinds without `kinds`. */
export function eventsOfWorkspace(workspaceId: string, kinds: readonly EventKind[] | undefined): MergedQuery {
  return activityOfKinds(workspaceId, kinds);
}

/** The query for a contact's events. */
export function eventsOfContact(workspaceId: string, contactId: string): MergedQuery {
  return { partitions: [subjectPartition(workspaceId, contactId)], prefix: eventPrefix };
}

/** The query for a campaign's events, including the events of its contacts. */
export function eventsOfCampaign(workspaceId: string, campaignId: string): MergedQuery {
  return { index: 'gsi2', partitions: [campaignActivity(workspaceId, campaignId)] };
}

/** The query for the events of an e-mail account. */
export function eventsOfAccount(workspaceId: string, emailAccountId: string): MergedQuery {
  return { index: 'gsi4', partitions: [accountActivity(workspaceId, emailAccountId)] };
}
