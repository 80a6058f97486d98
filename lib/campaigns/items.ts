import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                           |
 * |---------------------------------------------|---------------------------------------------------------------|
 * | get by id, with counters and steps          | Query W#<workspace>#CAMPAIGN#<id>, C#                          |
 * | is it running? (checked by every claim)     | ConditionCheck G#ACTIVE: there while it is, and tiny           |
 * | list newest first                           | gsi1 W#<workspace>#CAMPAIGNS, by id                           |
 * | list of a status, newest first              | gsi2 W#<workspace>#CAMPAIGNS#<status>, by id                  |
 * | list by the beginning of the name           | gsi4 W#<workspace>#CAMPAIGN_NAMES, by name and id             |
 * | list of a tag, newest first                 | Query W#<workspace>#CAMPAIGN_TAG#<tag>, by id                  |
 * | one step's text                             | Query its partition, C#2#STEP#<id>#                           |
 * | running campaigns whose wake-up call is late| worklist, from the item D#DISPATCH                            |
 * | mails of the campaign's day, where limited  | GetItem, UpdateItem Q#DAY                                      |
 * | contacts of a company on a day, likewise    | GetItem, UpdateItem Q#COMPANY#<company>; kept for two days      |
 * | jobs that nobody finished                   | worklist, from the items J#<job>                              |
 *
 * A step is one item, or several where one cannot hold it: an item has at most 400 KB, a step's texts up to 1 MB.
 */
export const campaignPartition = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}`;

export const campaignsIndex = (workspaceId: string) => `W#${workspaceId}#CAMPAIGNS`;

export const campaignsOfStatus = (workspaceId: string, status: CampaignStatus) =>
  `W#${workspaceId}#CAMPAIGNS#${status}`;

export const campaignNames = (workspaceId: string) => `W#${workspaceId}#CAMPAIGN_NAMES`;

export const campaignsOfTag = (workspaceId: string, tag: string) => `W#${workspaceId}#CAMPAIGN_TAG#${tag}`;

export const campaignPrefix = 'C#';
const jobPrefix = 'J#';

function inCampaign(sk: string) {
  return (workspaceId: string, campaignId: string): Key => ({
    pk: campaignPartition(workspaceId, campaignId),
    sk,
  });
}

export const campaignKey = inCampaign(`${campaignPrefix}0`);
export const countersKey = inCampaign(`${campaignPrefix}1#COUNTERS`);
export const dispatchKey = inCampaign('D#DISPATCH');
export const activeKey = inCampaign('G#ACTIVE');
export const quotaKey = inCampaign('Q#DAY');

export function companyQuotaKey(workspaceId: string, campaignId: string, companyId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `Q#COMPANY#${companyId}` };
}

export const stepPrefix = (stepId: string) => `${campaignPrefix}2#STEP#${stepId}#`;

export function stepPartKey(workspaceId: string, campaignId: string, stepId: string, part: number): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `${stepPrefix(stepId)}${part}` };
}

export function jobKey(workspaceId: string, campaignId: string, jobId: string): Key {
  return { pk: campaignPartition(workspaceId, campaignId), sk: `${jobPrefix}${jobId}` };
}

export function tagEntryKey(workspaceId: string, tag: string, campaignId: string): Key {
  return { pk: campaignsOfTag(workspaceId, tag), sk: campaignId };
}

/** Enrolments of one workspace take turns, so that no contact gets into two campaigns that both want it alone. */
export function enrolmentTurnKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#ENROLMENT`, sk: 'TURN' };
}

const nameCharactersMax = 50;

/** ASCII that sorts as the name does, and begins as the name begins: an index key has at most 1 KB. */
export function nameSortKey(name: string): string {
  return Buffer.from(comparableName(name).slice(0, nameCharactersMax)).toString('hex');
}

export function comparableName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Where the campaign stands in the lists; what `update` sets is what `put` has. */
export const namePlace = (workspaceId: string, { id, name }: Pick<CampaignItem, 'id' | 'name'>) => ({
  gsi4pk: campaignNames(workspaceId),
  gsi4sk: `${nameSortKey(name)}#${id}`,
});

export const statusPlace = (workspaceId: string, id: string, status: CampaignStatus) => ({
  gsi2pk: campaignsOfStatus(workspaceId, status),
  gsi2sk: id,
});
