import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { chunkSize, commitChunk } from '#lib/campaigns/enrolment/commit-chunk.ts';
import { planStops } from '#lib/campaigns/enrolment/stop.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { isPastEnd } from '#lib/campaigns/transitions.ts';
import { readCampaignContacts } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Stops the next executions of a campaign after its `endAt`. The job ends early when `endAt` was moved or the campaign was
 * deleted.
 */
export async function endChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const { campaignId } = job;
  const campaign = await findCampaignItem(table, workspaceId, campaignId, { consistent: true });
  const contactIds =
    campaign && isPastEnd(campaign, now())
      ? await readCampaignContacts(table, { workspaceId, campaignId }, job.after, chunkSize)
      : [];

  return commitChunk(services, workspaceId, { job, contactIds }, (executions) =>
    planStops(executions, 'campaign_ended', now()),
  );
}
