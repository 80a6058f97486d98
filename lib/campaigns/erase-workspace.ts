import {
  campaignPartition,
  campaignsIndex,
  enrolmentLockKey,
  tagEntryKey,
} from '#lib/campaigns/state/items.ts';
import { eraseStatistics } from '#lib/statistics/erase-workspace.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

export async function eraseCampaigns(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ index: 'gsi1', pk: campaignsIndex(workspaceId) }, async (campaign) => {
    const campaignId = String(campaign['gsi1sk']);
    const tags = Array.isArray(campaign['tags']) ? campaign['tags'].map(String) : [];
    await eraser.deleteKeys(tags.map((tag) => tagEntryKey(workspaceId, tag, campaignId)));
    await eraseCampaign(eraser, workspaceId, campaignId);
  });
  await eraser.deletePartition(enrolmentLockKey(workspaceId).pk);
}

/** Deletes what is left of a campaign that may have been deleted. */
export async function eraseCampaign(eraser: Eraser, workspaceId: string, campaignId: string): Promise<void> {
  await eraseStatistics(eraser, workspaceId, campaignId);
  await eraser.deletePartition(campaignPartition(workspaceId, campaignId));
}
