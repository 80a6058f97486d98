import { enrolAudienceChunk, enrolChunk } from '#lib/campaigns/enrolment/enrol.ts';
import { endJob, type RunChunk } from '#lib/campaigns/enrolment/job-chunks.ts';
import { jobMessages } from '#lib/campaigns/enrolment/jobs.ts';
import { resumeChunk } from '#lib/campaigns/enrolment/resume.ts';
import { endChunk, eraseChunk, stopChunk, stopCompanyChunk } from '#lib/campaigns/enrolment/stop.ts';
import { enrolmentJobKey } from '#lib/campaigns/state/items.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import { type EnrolmentJob, toEnrolmentJob } from '#lib/campaigns/state/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { endAfterFailures } from '#lib/runtime/count-attempts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { DispatchMessage, JobMessage } from '#lib/values/queues.ts';

/** Maximum number of chunks for one message. A new message continues the job before the function times out. */
const chunksMax = 100;

const chunkRunners: Readonly<Record<EnrolmentJob['kind'], RunChunk>> = {
  enrol: enrolChunk,
  stop: stopChunk,
  stop_company: stopCompanyChunk,
  audience: enrolAudienceChunk,
  resume: resumeChunk,
  end: endChunk,
  erase: eraseChunk,
};

interface JobServices extends Services {
  readonly ticks: Queue<DispatchMessage>;
}

/**
 * Runs a job in chunks. Each transaction holds one chunk and the job's progress, so a repeated message continues after
 * the last chunk. A second worker on the same job fails the progress condition and stops. After three errors the job ends, because a
 * campaign with an unfinished job cannot complete.
 */
export async function runJob(services: JobServices, message: JobMessage): Promise<void> {
  const { workspaceId, campaignId, jobId } = message;
  const key = enrolmentJobKey(workspaceId, campaignId, jobId);
  const readJob = async () => {
    const item = await services.table.get(key, { consistent: true });

    return item && toEnrolmentJob(item);
  };
  const giveUp = async () => {
    const job = await readJob();
    if (job) await endJob(services, workspaceId, job);
    await wakeDispatcher(services, message);
  };
  await endAfterFailures(services.table, key, giveUp, async () => {
    const job = await readJob();
    if (job) await runChunks(services, message, job);
  });
}

async function runChunks(services: JobServices, message: JobMessage, firstJob: EnrolmentJob): Promise<void> {
  const { workspaceId } = message;
  let job: EnrolmentJob | undefined = firstJob;
  for (let count = 0; job && count < chunksMax; count++) {
    job = await chunkRunners[job.kind](services, workspaceId, job);
  }
  if (job) await commit(services, workspaceId, { writes: [], messages: jobMessages([job]) });
  await wakeDispatcher(services, message);
}

/** The job may have added due executions, or ended the last open one. */
async function wakeDispatcher(
  { table, ticks }: JobServices,
  { workspaceId, campaignId }: JobMessage,
): Promise<void> {
  const campaign = await findCampaignItem(table, workspaceId, campaignId, { consistent: true });
  if (campaign?.status === 'active') await ticks.send([{ message: { workspaceId, campaignId } }]);
}
