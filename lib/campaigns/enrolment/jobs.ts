import { jobKey } from '#lib/campaigns/items.ts';
import type { Job } from '#lib/campaigns/stored.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId } from '#lib/values/ids.ts';

/** A change that does not fit into one transaction becomes a job: `campaigns.run-job` commits it in chunks. */
export function newJob(
  campaignId: string,
  kind: Job['kind'],
  contactIds: readonly string[],
  now: number,
): Job {
  return { jobId: newId('job', now), campaignId, kind, contactIds: [...contactIds], done: 0 };
}

/** Stores the job, and lists it in the worklist until it is finished. */
export function jobPut(workspaceId: string, job: Job, now: number): Write {
  return {
    put: {
      ...jobKey(workspaceId, job.campaignId, job.jobId),
      ...job,
      workspaceId,
      ...worklistAttributes('job', job.jobId, now),
    },
  };
}

/** Queue messages that start or continue jobs. */
export function jobMessages(jobs: readonly Job[]): OutboxMessage[] {
  return jobs.map(({ campaignId, jobId }) => ({ kind: 'campaign_job', campaignId, jobId }));
}
