import type { EnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { countCampaign } from '#lib/campaigns/state/counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { ExecutionChange } from '#lib/executions/execution-change.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { Chunk, CommitChunk, JobChange, Progress } from '#lib/jobs/description.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';

/** One write for each contact, two for the progress, and the outbox item. A DynamoDB transaction has at most 100 actions. */
export const chunkSize = 90;

/** The contacts of the next chunk, and the progress after some of them. */
export interface JobContacts {
  readonly contactIds: readonly string[];
  progressAfter(done: readonly string[]): Progress;
}

/** The next contacts of a job that stores its contacts. */
export function nextOfList(job: EnrolmentJob, size: number): JobContacts {
  return {
    contactIds: job.contactIds.slice(job.done, job.done + size),
    progressAfter({ length }) {
      const done = job.done + length;

      return { set: { done }, ...(done >= job.contactIds.length && { end: 'done' as const }) };
    },
  };
}

/** The next contacts of a job that reads an index. @param contactIds the page after `job.after`; empty after the last contact */
export function nextOfIndex(contactIds: readonly string[]): JobContacts {
  return {
    contactIds,
    progressAfter(done) {
      const after = done.at(-1);

      return after === undefined ? { end: 'done' } : { set: { after } };
    },
  };
}

/**
 * Commits a change of executions with the progress of its job. The first write is the progress, the second one the campaign's
 * counters: it fails if the campaign was deleted.
 * @param added number of contacts to add to the campaign's count
 */
export async function commitCounted(
  { workspaceId, campaignId, action }: EnrolmentJob,
  change: JobChange,
  progress: Progress,
  commit: CommitChunk,
  added = 0,
): Promise<void> {
  const openJobs = progress.end === undefined ? 0 : -1;
  const counts = countCampaign(workspaceId, campaignId, { contacts: added, openJobs });
  // An `erase` job runs after the counters were deleted with their campaign.
  const counterWrites: Write[] = action === 'erase' ? [] : [counts];
  try {
    await commit({ ...change, writes: [...counterWrites, ...change.writes] }, progress);
  } catch (error) {
    const isDeleted = error instanceof TransactionRefused && error.failed.has(1) && action !== 'erase';
    if (!isDeleted) throw error;
    await commit({ writes: [] }, { end: 'done' });
  }
}

/** Changes the executions of contacts. */
export function executionChunk(
  { table }: Services,
  job: EnrolmentJob,
  { contactIds, progressAfter }: JobContacts,
  planChange: (executions: readonly Execution[]) => ExecutionChange | Promise<ExecutionChange>,
): Chunk<string> {
  const { workspaceId, campaignId } = job;

  return {
    elements: contactIds,
    apply: async (ids, commit) => {
      const executions = await Promise.all(
        ids.map((contactId) => findExecution(table, workspaceId, contactId, campaignId)),
      );
      const { writes, increments } = await planChange(executions.filter((each) => each !== undefined));
      await commitCounted(job, { writes, increments }, progressAfter(ids), commit);
    },
    skip: (contactId, error, commit) =>
      skipContact(job, contactId, error, progressAfter([contactId]), commit),
  };
}

/** Skips a contact that cannot be processed. @param added see `commitCounted` */
export function skipContact(
  job: EnrolmentJob,
  contactId: string,
  error: unknown,
  progress: Progress,
  commit: CommitChunk,
  added = 0,
): Promise<void> {
  log('error', 'job items set aside', { workspaceId: job.workspaceId, contactId, count: 1 }, error);

  return commitCounted(job, { writes: [] }, progress, commit, added);
}
