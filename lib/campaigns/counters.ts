import type { CampaignCounter } from '#lib/activity/new-event.ts';
import { countersKey } from '#lib/campaigns/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Part of publishing, so that each event is counted once. */
export function countCampaign(
  workspaceId: string,
  campaignId: string,
  added: Readonly<Record<CampaignCounter, number>>,
): Update {
  return { update: countersKey(workspaceId, campaignId), add: added };
}
