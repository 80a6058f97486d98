import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import type { Tally } from '#lib/commit/new-event.ts';

/** How many campaigns of a status the workspace has. Part of every change that makes, moves or removes one. */
export function countedStatus(workspaceId: string, status: CampaignStatus, by: 1 | -1): Tally {
  return { subjectId: workspaceId, counter: `campaigns.${status}`, by };
}
