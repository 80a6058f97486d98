import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                           |
 * |---------------------------------------------|---------------------------------------------------------------|
 * | get by id, with counters and steps          | Query W#<workspace>#CAMPAIGN#<id>, C#                          |
 * | is it active? (checked by every claim)      | ConditionCheck G#ACTIVE, a small item of active campaigns      |
 * | list newest first                           | gsi1 W#<workspace>#CAMPAIGNS, by id                           |
 * | list of a status, newest first              | gsi2 W#<workspace>#CAMPAIGNS#<status>, by id                  |
 * | list by the beginning of the name           | gsi4 W#<workspace>#CAMPAIGN_NAMES, by name and id             |
 * | list of a tag, newest first                 | Query W#<workspace>#CAMPAIGN_TAG#<tag>, by id                  |
 * | one step's text                             | Query its partition, C#2#STEP#<id>#                           |
 * | active campaigns with an overdue dispatch   | worklist, from the item D#DISPATCH                            |
 * | emails of a day, if there is a daily limit  | GetItem, UpdateItem Q#DAY                                      |
 * | contacts of a company on a day, if limited  | GetItem, UpdateItem Q#COMPANY#<company>; expires after two days |
 *
 * A step larger than one item (400 KB) is split into several: its texts have up to 1 MB.
 */
export const campaignPartition = (workspaceId: string, campaignId: string) =>
  `W#${workspaceId}#CAMPAIGN#${campaignId}`;

export const campaignsIndex = (workspaceId: string) => `W#${workspaceId}#CAMPAIGNS`;

export const campaignsOfStatus = (workspaceId: string, status: CampaignStatus) =>
  `W#${workspaceId}#CAMPAIGNS#${status}`;

export const campaignNames = (workspaceId: string) => `W#${workspaceId}#CAMPAIGN_NAMES`;

export const campaignsOfTag = (workspaceId: string, tag: string) => `W#${workspaceId}#CAMPAIGN_TAG#${tag}`;

export const campaignPrefix = 'C#';

/** Returns a function that builds the key of a campaign's item with this sort key. */
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

export function tagEntryKey(workspaceId: string, tag: string, campaignId: string): Key {
  return { pk: campaignsOfTag(workspaceId, tag), sk: campaignId };
}

/**
 * Item that serialises the enrolments of a workspace. Two campaigns without `allowParallel` must not enrol one contact.
 */
export function enrolmentLockKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#ENROLMENT`, sk: 'TURN' };
}

const nameCharactersMax = 50;

/**
 * The beginning of the name in hexadecimal digits. They keep the sort order, and a prefix of the name remains a prefix. Only the
 * beginning is used, because DynamoDB limits a sort key to 1 KB.
 */
export function nameSortKey(name: string): string {
  return Buffer.from(comparableCampaignName(name).slice(0, nameCharactersMax)).toString('hex');
}

/** The form of a name in which names are compared, regardless of case. */
export function comparableCampaignName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Index attributes for the list by name. Used by both put and update. */
export const nameIndexAttributes = (
  workspaceId: string,
  { id, name }: Pick<CampaignItem, 'id' | 'name'>,
) => ({
  gsi4pk: campaignNames(workspaceId),
  gsi4sk: `${nameSortKey(name)}#${id}`,
});

export const statusIndexAttributes = (workspaceId: string, id: string, status: CampaignStatus) => ({
  gsi2pk: campaignsOfStatus(workspaceId, status),
  gsi2sk: id,
});
