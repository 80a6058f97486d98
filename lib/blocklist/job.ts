import * as z from 'zod/mini';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { suppressionJobKey } from '#lib/blocklist/items.ts';
import type { Item, Update } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId } from '#lib/values/ids.ts';
import type { SuppressionMessage } from '#lib/values/queues.ts';

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

/** The write and the message that start a job for the domain of an entry. */
export function startSuppressionJob(
  workspaceId: string,
  kind: SuppressionJob['kind'],
  { id: entryId, value: domain }: BlocklistEntry,
  now: number,
) {
  const jobId = newId('job', now);
  const start = { pass: 1, notBefore: now, position: '' };
  const job: SuppressionJob = { jobId, workspaceId, kind, entryId, domain, ...start };
  const key = suppressionJobKey(workspaceId, jobId);

  return {
    write: {
      put: { ...key, ...job, ...worklistAttributes('suppression', jobId, now) },
      if: { pk: 'absent' },
    },
    message: { queue: 'suppressions', message: { jobId } },
  } as const;
}

/** Fails if another worker has made progress. The sweeper resumes a job that is overdue by a minute. */
export function jobProgressWrite(before: SuppressionJob, after: SuppressionJob, now: number): Update {
  const { workspaceId, jobId, pass, position, notBefore } = after;

  return {
    update: suppressionJobKey(workspaceId, jobId),
    set: { pass, position, notBefore, ...worklistAttributes('suppression', jobId, Math.max(now, notBefore)) },
    if: { pass: { is: before.pass }, position: { is: before.position } },
  };
}

/** The queue message that resumes a stalled job; undefined if the job has finished. */
export function readSuppressionMessage(item: Item | undefined): SuppressionMessage | undefined {
  if (!item) return undefined;
  const { workspaceId, jobId } = toSuppressionJob(item);

  return { workspaceId, jobId };
}
