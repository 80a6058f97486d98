import * as z from 'zod/mini';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { storedJob } from '#lib/jobs/job.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';

export const suppressionKind = 'suppression';

/** A job that updates all contacts of a domain. */
const SuppressionJob = z.object({
  ...storedJob,
  /** `apply`: the entry suppresses them. `release`: the entry was removed. */
  action: z.enum(['apply', 'release']),
  entryId: z.string(),
  domain: z.string(),
  /** `apply` jobs have two passes: see `secondPassDelayMs`. */
  pass: z.int(),
  /** Sort key of the last processed address claim; empty at the start. */
  position: z.string(),
});
export type SuppressionJob = z.infer<typeof SuppressionJob>;

export const toSuppressionJob = (item: Item): SuppressionJob => SuppressionJob.parse(item);

/** The writes and the message that start a job for the domain of an entry. */
export function startSuppressionJob(
  workspaceId: string,
  action: SuppressionJob['action'],
  { id: entryId, value: domain }: BlocklistEntry,
  now: number,
) {
  const fields = newJobFields(suppressionKind, { workspaceId, id: newId('job', now) }, now);
  const job: SuppressionJob = { ...fields, isQueued: true, action, entryId, domain, pass: 1, position: '' };

  return jobStart(job);
}
