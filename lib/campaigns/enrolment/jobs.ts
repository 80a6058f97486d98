import * as z from 'zod/mini';
import { countersWrite } from '#lib/campaigns/state/counters.ts';
import type { Counters } from '#lib/campaigns/state/stored.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import { storedJob } from '#lib/jobs/job.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';

export const enrolmentKind = 'enrolment';

const EnrolmentJob = z.object({
  ...storedJob,
  campaignId: z.string(),
  /**
   * - `enrol`, `stop`: the contacts in `contactIds`
   * - `stop_company`: stops the contacts of `companyId`, except `repliedContactId`
   * - `audience`: enrols the campaign's audience
   * - `resume`: resumes paused executions
   * - `end`: stops all executions after the campaign's `endAt`
   * - `erase`: stops all executions of a deleted campaign
   */
  action: z.enum(['enrol', 'stop', 'stop_company', 'audience', 'resume', 'end', 'erase']),
  contactIds: z.array(z.string()),
  /** The number of processed contacts of `contactIds`, or of the page of the audience after `after`. */
  done: z.int(),
  /** The company of a `stop_company` job. Limits a `resume` job to the contacts of this company. */
  companyId: z.optional(z.string()),
  repliedContactId: z.optional(z.string()),
  /** The position at which a job that reads an index continues. */
  after: z.optional(z.string()),
});
/** A change of the recipients of a campaign that does not fit into one transaction. */
export type EnrolmentJob = z.infer<typeof EnrolmentJob>;

export const toEnrolmentJob = (item: Item): EnrolmentJob => EnrolmentJob.parse(item);

interface JobTarget extends Pick<EnrolmentJob, 'workspaceId' | 'campaignId' | 'action'> {
  readonly companyId?: string;
  readonly repliedContactId?: string;
}

export function newEnrolmentJob(
  { workspaceId, ...target }: JobTarget,
  contactIds: readonly string[],
  now: number,
): EnrolmentJob {
  const ref = { workspaceId, id: newId('job', now) };

  return { ...newJobFields(enrolmentKind, ref, now), ...target, contactIds: [...contactIds], done: 0 };
}

export const enrolmentJobPuts = (jobs: readonly EnrolmentJob[]): Write[] =>
  jobs.flatMap((job) => jobStart(job).writes);

/** Stores jobs of one campaign and adds them to its counters. */
export function jobWrites(jobs: readonly EnrolmentJob[]): Write[] {
  const [firstJob] = jobs;
  if (!firstJob) return [];
  const { workspaceId, campaignId } = firstJob;

  return [...enrolmentJobPuts(jobs), countersWrite(workspaceId, campaignId, countJobs(jobs))];
}

/** A campaign counts the contacts of an `enrol` job as soon as the job is stored. */
function countJobs(jobs: readonly EnrolmentJob[]) {
  const enrolledIds = jobs.flatMap(({ action, contactIds }) => (action === 'enrol' ? contactIds : []));

  return { contacts: enrolledIds.length, openJobs: jobs.length };
}

/** The campaign's counters after the jobs are stored. */
export function addJobCounts(counters: Counters, jobs: readonly EnrolmentJob[]): Counters {
  const { contacts, openJobs } = countJobs(jobs);

  return { ...counters, contacts: counters.contacts + contacts, openJobs: counters.openJobs + openJobs };
}

/** Queue messages that start or continue jobs. */
export const jobMessages = (jobs: readonly EnrolmentJob[]): OutboxMessage[] =>
  jobs.flatMap((job) => jobStart(job).messages);

/** About 16 KB of ids. Each chunk of a job rewrites the item that holds them. */
const jobContactsMax = 500;

/** Plans jobs that enrol contacts in a campaign. */
export function planEnrolmentJobs(
  workspaceId: string,
  campaignId: string,
  contactIds: readonly string[],
  now: number,
): { readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] } {
  const target = { workspaceId, campaignId, action: 'enrol' } as const;
  const jobs = chunksOf(contactIds, jobContactsMax).map((ids) => newEnrolmentJob(target, ids, now));

  return { writes: jobWrites(jobs), messages: jobMessages(jobs) };
}
