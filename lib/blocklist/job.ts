import * as z from 'zod/mini';
import { suppressionJobKey } from '#lib/blocklist/items.ts';
import type { SuppressionMessage } from '#lib/blocklist/workers.ts';
import type { Item, Put, Update } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';

/** A job that updates all contacts of a domain. */
const SuppressionJob = z.object({
  jobId: z.string(),
  workspaceId: z.string(),
  /** `apply`: the entry suppresses them. `release`: the entry was removed. */
  kind: z.enum(['apply', 'release']),
  entryId: z.string(),
  domain: z.string(),
  /** `apply` jobs have two passes: see `secondPassDelayMs`. */
  pass: z.int(),
  /** Epoch milliseconds before which the pass does not begin. */
  notBefore: z.int(),
  /** Sort key of the last processed address claim; empty at the start. */
  position: z.string(),
});
export type SuppressionJob = z.infer<typeof SuppressionJob>;

export const toSuppressionJob = (item: Item): SuppressionJob => SuppressionJob.parse(item);

export function suppressionJobPut(job: SuppressionJob): Put {
  const { workspaceId, jobId, notBefore } = job;

  return {
    put: {
      ...suppressionJobKey(workspaceId, jobId),
      ...job,
      ...worklistAttributes('suppression', jobId, notBefore),
    },
    if: { pk: 'absent' },
  };
}

/** Fails if another worker has made progress. After a minute without progress, the sweeper resumes the job. */
export function jobProgressWrite(before: SuppressionJob, after: SuppressionJob, now: number): Update {
  const { workspaceId, jobId, pass, position, notBefore } = after;

  return {
    update: suppressionJobKey(workspaceId, jobId),
    set: { pass, position, notBefore, ...worklistAttributes('suppression', jobId, Math.max(now, notBefore)) },
    if: { pass: { is: before.pass }, position: { is: before.position } },
  };
}

export function toSuppressionMessage({ workspaceId, jobId }: SuppressionJob): SuppressionMessage {
  return { workspaceId, jobId };
}

/** The queue message that resumes a stalled job; undefined if the job has finished. */
export function readSuppressionMessage(item: Item | undefined): SuppressionMessage | undefined {
  return item && toSuppressionMessage(toSuppressionJob(item));
}
