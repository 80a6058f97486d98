import { enrolChunk } from '#lib/campaigns/enrol.ts';
import { eraseChunk } from '#lib/campaigns/erase.ts';
import { type Job, jobKey, toJob } from '#lib/campaigns/items.ts';
import { findCampaignItem } from '#lib/campaigns/running.ts';
import { stopChunk } from '#lib/campaigns/stop.ts';
import type { JobCall } from '#lib/campaigns/workers.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';

/** Does a job's next part. @returns the job as it is then; undefined when it is done, or in another worker's hands. */
type JobChunk = (services: Services, workspaceId: string, job: Job) => Promise<Job | undefined>;

const chunks: Readonly<Record<Job['kind'], JobChunk>> = {
  enrol: enrolChunk,
  stop: stopChunk,
  erase: eraseChunk,
};

/**
 * Carries a job out, chunk by chunk, each with its progress in one transaction. A second worker on the same job loses
 * the progress condition and stops; a worker that dies is followed by one that continues where it was.
 */
export async function runJob(
  services: Services & { readonly schedules: CampaignSchedules },
  { workspaceId, campaignId, jobId }: JobCall,
): Promise<void> {
  const { table, now, schedules } = services;
  const item = await table.get(jobKey(workspaceId, campaignId, jobId), { consistent: true });
  if (!item) return;

  for (let job: Job | undefined = toJob(item); job; )
    job = await chunks[job.kind](services, workspaceId, job);
  const campaign = await findCampaignItem(table, workspaceId, campaignId, { consistent: true });
  if (campaign?.status === 'active') await schedules.wakeAt({ workspaceId, campaignId }, now());
}
