import * as z from 'zod/mini';
import { jobKey } from '#lib/blocklist/items.ts';
import type { SuppressionCall } from '#lib/blocklist/workers.ts';
import type { Item, Put, Update } from '#lib/storage/table.ts';
import { worklistPlace } from '#lib/storage/worklist.ts';

/** What is to be done about the contacts of a domain. */
const Job = z.object({
  jobId: z.string(),
  workspaceId: z.string(),
  /** `apply`: the entry suppresses them; `release`: it is gone, and suppresses them no longer. */
  kind: z.enum(['apply', 'release']),
  entryId: z.string(),
  domain: z.string(),
  /** Applying is done twice: see `secondPassDelayMs`. */
  pass: z.int(),
  /** Epoch milliseconds before which the pass does not begin. */
  notBefore: z.int(),
  /** The last claim that was looked at; empty at the beginning. */
  position: z.string(),
});
export type Job = z.infer<typeof Job>;

export const toJob = (item: Item): Job => Job.parse(item);

export function jobPut(job: Job): Put {
  const { workspaceId, jobId, notBefore } = job;

  return {
    put: { ...jobKey(workspaceId, jobId), ...job, ...worklistPlace('suppression', jobId, notBefore) },
    if: { pk: 'absent' },
  };
}

/** Fails when another worker has got ahead. A job that makes no progress for a minute is found by the sweeper. */
export function jobProgress(before: Job, after: Job, now: number): Update {
  const { workspaceId, jobId, pass, position, notBefore } = after;

  return {
    update: jobKey(workspaceId, jobId),
    set: { pass, position, notBefore, ...worklistPlace('suppression', jobId, Math.max(now, notBefore)) },
    if: { pass: { is: before.pass }, position: { is: before.position } },
  };
}

export function callFor({ workspaceId, jobId }: Job): SuppressionCall {
  return { workspaceId, jobId };
}

/** The call that a late job should have got; a finished one has no item any more. */
export function readSuppressionCall(item: Item | undefined): SuppressionCall | undefined {
  return item && callFor(toJob(item));
}
