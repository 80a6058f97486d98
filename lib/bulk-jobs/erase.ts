import { bulkJobKey, bulkJobsPartition, type StoredBulkJob, toStoredJob } from '#lib/bulk-jobs/items.ts';
import { withoutPersonalValues } from '#lib/contacts/list-filters.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Update, updateIf } from '#lib/storage/table.ts';

/** Jobs per chunk. */
const chunkSize = 10;

interface ErasedJobs {
  /** Start of the next chunk; undefined at the end. */
  readonly position: string | undefined;
  /** Whether a job from before the erasure has not ended. It still needs its definition. */
  readonly hasOpenJob: boolean;
}

/**
 * Erases personal data from the definitions of a workspace's next ended jobs: searched names and addresses, and the new values
 * of a single contact. Idempotent.
 * @param position id of the last job of the previous chunk; empty at the start
 * @param before timestamp of the erasure; jobs that were created later do not count as open
 */
export async function eraseBulkJobsChunk(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  position: string,
  before: string,
): Promise<ErasedJobs> {
  const { items, hasMore } = await table.query({
    pk: bulkJobsPartition(workspaceId),
    ...(position !== '' && { sk: { after: position } }),
    limit: chunkSize,
    consistent: true,
  });
  const jobs = items.map(toStoredJob);
  for (const update of jobs.flatMap((job) => jobErasure(job) ?? [])) await updateIf(table, update);

  return {
    position: hasMore ? items.at(-1)?.sk : undefined,
    hasOpenJob: jobs.some(({ endedAt, createdAt }) => endedAt === undefined && createdAt < before),
  };
}

/** Undefined for an unfinished job, and for several listed contacts: their common tags or fields describe no single person. */
function jobErasure(job: StoredBulkJob): Update | undefined {
  const { filter, endedAt, contacts } = job;
  if (endedAt === undefined) return undefined;
  const ended = { update: bulkJobKey(job), if: { endedAt: 'present' } } as const;
  const remove = contacts === 1 ? ['fields', 'tags'] : [];
  if (filter) return { ...ended, set: { filter: withoutPersonalValues(filter) }, remove };

  return contacts === 1 ? { ...ended, remove } : undefined;
}
