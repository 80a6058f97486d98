import {
  accountActivity,
  campaignActivity,
  eventPrefix,
  frequentPartitions,
  isFrequent,
  kindPartition,
  rarePartition,
  subjectPartition,
} from '#lib/commit/items.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';

/**
 * Events that the first read of each partition returns. A page of several kinds usually needs few events of each. Six events fit
 * into 4 KB, which an eventually consistent query reads for half a read unit.
 */
const firstReadLimit = 6;

/** The query for a workspace's events of these kinds; by default, of all kinds. */
export function eventsOfWorkspace(
  workspaceId: string,
  kinds: readonly EventKind[] = eventKinds,
): MergedQuery {
  const frequent = kinds.filter(isFrequent).flatMap((kind) => frequentPartitions(workspaceId, kind));
  const rare = kinds.filter((kind) => !isFrequent(kind));
  const readLimit = kinds.length > 1 && { firstReadLimit };
  const hasAllRareKinds = eventKinds.every((kind) => isFrequent(kind) || kinds.includes(kind));
  if (hasAllRareKinds) {
    return { index: 'gsi5', partitions: [...frequent, rarePartition(workspaceId)], ...readLimit };
  }

  return {
    index: 'gsi5',
    partitions: frequent,
    // These items also have the event id as their sort key of `gsi5`.
    additional: { index: 'gsi1', partitions: rare.map((kind) => kindPartition(workspaceId, kind)) },
    ...readLimit,
  };
}

/** The query for a contact's events. */
export function eventsOfContact(workspaceId: string, contactId: string): MergedQuery {
  return { partitions: [subjectPartition(workspaceId, contactId)], prefix: eventPrefix };
}

/** The query for a campaign's events, including the events of its contacts. */
export function eventsOfCampaign(workspaceId: string, campaignId: string): MergedQuery {
  return { index: 'gsi2', partitions: [campaignActivity(workspaceId, campaignId)] };
}

/** The query for the events of an email account. */
export function eventsOfAccount(workspaceId: string, emailAccountId: string): MergedQuery {
  return { index: 'gsi4', partitions: [accountActivity(workspaceId, emailAccountId)] };
}
