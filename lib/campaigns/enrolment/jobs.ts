import { countersWrite } from '#lib/campaigns/state/counters.ts';
import { enrolmentJobKey } from '#lib/campaigns/state/items.ts';
import type { Counters, EnrolmentJob } from '#lib/campaigns/state/stored.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { chunksOf } from '#lib/values/chunks.ts';
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

/** Stores jobs of one campaign and adds them to its counters. */
export function jobWrites(workspaceId: string, jobs: readonly EnrolmentJob[], now: number): Write[] {
  const [firstJob] = jobs;
  if (!firstJob) return [];

  return [
    ...jobs.map((job) => enrolmentJobPut(workspaceId, job, now)),
    countersWrite(workspaceId, firstJob.campaignId, countJobs(jobs)),
  ];
}

/** A campaign counts the contacts of an `enrol` job as soon as the job is stored. */
function countJobs(jobs: readonly EnrolmentJob[]) {
  const enrolledIds = jobs.flatMap(({ kind, contactIds }) => (kind === 'enrol' ? contactIds : []));

  return { contacts: enrolledIds.length, openJobs: jobs.length };
}

/** The campaign's counters after the jobs are stored. */
export function addJobCounts(counters: Counters, jobs: readonly EnrolmentJob[]): Counters {
  const { contacts, openJobs } = countJobs(jobs);

  return { ...counters, contacts: counters.contacts + contacts, openJobs: counters.openJobs + openJobs };
}

/** Queue messages that start or continue jobs. */
export function jobMessages(jobs: readonly EnrolmentJob[]): OutboxMessage[] {
  return jobs.map(({ campaignId, jobId }) => ({ queue: 'jobs', message: { campaignId, jobId } }));
}

/** About 16 KB of ids. Each chunk of a job rewrites the item that holds them. */
const jobContactsMax = 500;

/** Plans jobs that enrol contacts in a campaign. */
export function planEnrolmentJobs(
  workspaceId: string,
  campaignId: string,
  contactIds: readonly string[],
  now: number,
): { readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] } {
  const jobs = chunksOf(contactIds, jobContactsMax).map((chunk) => newJob(campaignId, 'enrol', chunk, now));

  return { writes: jobWrites(workspaceId, jobs, now), messages: jobMessages(jobs) };
}
