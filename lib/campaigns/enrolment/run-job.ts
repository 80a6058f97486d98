import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { enrolAudienceChunk } from '#lib/campaigns/enrolment/audience.ts';
import { endChunk } from '#lib/campaigns/enrolment/end-job.ts';
import { enrolChunk } from '#lib/campaigns/enrolment/enrol.ts';
import { eraseChunk } from '#lib/campaigns/enrolment/erase.ts';
import { jobMessages } from '#lib/campaigns/enrolment/jobs.ts';
import { resumeChunk } from '#lib/campaigns/enrolment/resume.ts';
import { stopChunk } from '#lib/campaigns/enrolment/stop.ts';
import { stopCompanyChunk } from '#lib/campaigns/enrolment/stop-company.ts';
import { enrolmentJobKey } from '#lib/campaigns/items.ts';
import { type EnrolmentJob, toEnrolmentJob } from '#lib/campaigns/stored.ts';
import type { DispatchMessage, JobMessage } from '#lib/campaigns/workers.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Runs the next chunk of a job. @returns the job's new state; undefined if it is finished or another worker runs it */
type JobChunk = (
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
) => Promise<EnrolmentJob | undefined>;

/** Maximum number of chunks for one message. A new message continues the job before the function times out. */
const chunksMax = 100;

const chunkRunners: Readonly<Record<EnrolmentJob['kind'], JobChunk>> = {
  enrol: enrolChunk,
  stop: stopChunk,
  stop_company: stopCompanyChunk,
  audience: enrolAudienceChunk,
  resume: resumeChunk,
  end: endChunk,
  erase: eraseChunk,
};

/**
 * Runs a job in chunks. Each transaction holds one chunk and the job's progress, so a repeated message continues after
 * the last chunk. A second worker on the same job fails the progress condition and stops.
 */
export async function runJob(
  services: Services & { readonly ticks: Queue<DispatchMessage> },
  { workspaceId, campaignId, jobId }: JobMessage,
): Promise<void> {
  const { table, ticks } = services;
  const item = await table.get(enrolmentJobKey(workspaceId, campaignId, jobId), { consistent: true });
  if (!item) return;

  let job: EnrolmentJob | undefined = toEnrolmentJob(item);
  for (let count = 0; job && count < chunksMax; count++) {
    job = await chunkRunners[job.kind](services, workspaceId, job);
  }
  if (job) await commit(services, workspaceId, { writes: [], messages: jobMessages([job]) });
  // The job may have added due executions, or ended the last open one.
  const campaign = await findCampaignItem(table, workspaceId, campaignId, { consistent: true });
  if (campaign?.status === 'active') await ticks.send([{ message: { workspaceId, campaignId } }]);
}
