import { countersKey, jobKey } from '#lib/campaigns/items.ts';
import type { Job } from '#lib/campaigns/stored.ts';
import type { Write } from '#lib/storage/table.ts';

/**
 * The writes of a chunk that say how far its job is, first of all: who loses the first has a rival.
 * @param added contacts that count for the campaign from now on
 */
export function progressWrites(
  workspaceId: string,
  job: Job,
  next: Job | undefined,
  added: number,
): [Write, Write] {
  const { campaignId, jobId } = job;

  return [
    next
      ? {
          update: jobKey(workspaceId, campaignId, jobId),
          set: { done: next.done, ...(next.after !== undefined && { after: next.after }) },
          if: { done: { is: job.done } },
        }
      : { delete: jobKey(workspaceId, campaignId, jobId), if: { done: { is: job.done } } },
    {
      update: countersKey(workspaceId, campaignId),
      add: { contacts: added, openJobs: next ? 0 : -1 },
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
