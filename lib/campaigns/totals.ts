import type { Tally } from '#lib/activity/new-event.ts';
import type { CampaignStatus } from '#lib/campaigns/settings.ts';

/** How many campaigns of a status the workspace has. Part of every change that makes, moves or removes one. */
export function countedStatus(workspaceId: string, status: CampaignStatus, by: 1 | -1): Tally {
  return { subjectId: workspaceId, counter: `campaigns.${status}`, by };
}
