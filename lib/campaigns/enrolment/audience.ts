import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { deleteJob, enrolContacts, enrolmentChunkSize } from '#lib/campaigns/enrolment/enrol.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { readAudiencePage } from '#lib/contacts/audience.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Enrols the next contacts of a campaign's audience. Ignores `allowReentry`: otherwise every start would enrol the
 * whole audience again.
 */
export async function enrolAudienceChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table } = services;
  const campaign = await findCampaignItem(table, workspaceId, job.campaignId, { consistent: true });
  if (!campaign) return deleteJob(table, workspaceId, job);
  const { contactIds, position } = campaign.audience
    ? await readAudiencePage(table, workspaceId, campaign.audience, job.after, enrolmentChunkSize)
    : { contactIds: [], position: undefined };
  const next = position === undefined ? undefined : { ...job, done: job.done + 1, after: position };

  return enrolContacts(
    services,
    workspaceId,
    { ...campaign, allowReentry: false },
    // The campaign's counters do not include these contacts yet.
    { job, next, contactIds, counted: 0 },
  );
}
