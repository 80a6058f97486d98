import { countersKey, type Job, jobKey } from '#lib/campaigns/items.ts';
import type { Write } from '#lib/storage/table.ts';

/** The writes of a chunk that say how far its job is, first of all: who loses the first has a rival. */
export function progressWrites(
  workspaceId: string,
  job: Job,
  next: Job | undefined,
  skipped: number,
): [Write, Write] {
  const { campaignId, jobId } = job;

  return [
    next
      ? {
          update: jobKey(workspaceId, campaignId, jobId),
          set: { done: next.done },
          if: { done: { is: job.done } },
        }
      : { delete: jobKey(workspaceId, campaignId, jobId), if: { done: { is: job.done } } },
    {
      update: countersKey(workspaceId, campaignId),
      add: { contacts: -skipped, openJobs: next ? 0 : -1 },
      // A campaign that was deleted has none, and must not get any.
      if: { pk: 'present' },
    },
  ];
}

/** A job's next contacts, and the job after them. */
export function nextChunk(job: Job, size: number): { chunk: string[]; next: Job | undefined } {
  const done = Math.min(job.done + size, job.contactIds.length);

  return {
    chunk: job.contactIds.slice(job.done, done),
    next: done < job.contactIds.length ? { ...job, done } : undefined,
  };
}
