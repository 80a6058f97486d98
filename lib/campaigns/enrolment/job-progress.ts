import { countersKey, enrolmentJobKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import type { Write } from '#lib/storage/table.ts';

/**
 * Writes the progress of a job. They must be the first two writes of the transaction. If the first condition
 * fails, another worker has continued the job. If the second one fails, the campaign was deleted.
 * @param next the job's state after this chunk; undefined if it is then finished
 * @param added number of contacts to add to the campaign's count
 */
export function progressWrites(
  workspaceId: string,
  job: EnrolmentJob,
  next: EnrolmentJob | undefined,
  added: number,
): [Write, Write] {
  const { campaignId, jobId } = job;

  return [
    next
      ? {
          update: enrolmentJobKey(workspaceId, campaignId, jobId),
          set: { done: next.done, ...(next.after !== undefined && { after: next.after }) },
          if: { done: { is: job.done } },
        }
      : { delete: enrolmentJobKey(workspaceId, campaignId, jobId), if: { done: { is: job.done } } },
    {
      update: countersKey(workspaceId, campaignId),
      add: { contacts: added, openJobs: next ? 0 : -1 },
      // The condition prevents the update from creating the counters of a deleted campaign again.
      if: { pk: 'present' },
    },
  ];
}

/** The next contacts of a job, and the job's state after them; undefined if it is then finished. */
export function nextChunk(
  job: EnrolmentJob,
  size: number,
): { chunk: string[]; next: EnrolmentJob | undefined } {
  const done = Math.min(job.done + size, job.contactIds.length);

  return {
    chunk: job.contactIds.slice(job.done, done),
    next: done < job.contactIds.length ? { ...job, done } : undefined,
  };
}
