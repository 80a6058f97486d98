import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import type { CounterIncrement } from '#lib/commit/new-event.ts';

/**
 * Changes the workspace's number of campaigns with a status. Belongs to every change that creates or deletes a campaign or
 * changes its status.
 */
export function statusCounterIncrement(
  workspaceId: string,
  status: CampaignStatus,
  by: 1 | -1,
): CounterIncrement {
  return { subjectId: workspaceId, counter: `campaigns.${status}`, by };
}
