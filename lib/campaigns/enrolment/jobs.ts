import { enrolmentJobKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId } from '#lib/values/ids.ts';

/** A change that does not fit into one transaction becomes a job: `campaigns.run-job` commits it in chunks. */
export function newJob(
  campaignId: string,
  kind: EnrolmentJob['kind'],
  contactIds: readonly string[],
  now: number,
): EnrolmentJob {
  return { jobId: newId('job', now), campaignId, kind, contactIds: [...contactIds], done: 0 };
}

/** Stores the job, and lists it in the worklist until it is finished. */
export function enrolmentJobPut(workspaceId: string, job: EnrolmentJob, now: number): Write {
  return {
    put: {
      ...enrolmentJobKey(workspaceId, job.campaignId, job.jobId),
      ...job,
      workspaceId,
      ...worklistAttributes('job', job.jobId, now),
    },
  };
}

/** Queue messages that start or continue jobs. */
export function jobMessages(jobs: readonly EnrolmentJob[]): OutboxMessage[] {
  return jobs.map(({ campaignId, jobId }) => ({ kind: 'campaign_job', campaignId, jobId }));
}
