import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import type { Tally } from '#lib/commit/new-event.ts';

/**
 * Counts the workspace's campaigns by status. Belongs to every change that creates or deletes a campaign or changes its
 * status.
 */
export function countedStatus(workspaceId: string, status: CampaignStatus, by: 1 | -1): Tally {
  return { subjectId: workspaceId, counter: `campaigns.${status}`, by };
}
