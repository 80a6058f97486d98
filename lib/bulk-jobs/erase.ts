import { bulkIdPrefix, toStoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { withoutPersonalValues } from '#lib/contacts/list-filters.ts';
import { jobList } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import { type Item, type Update, updateIf } from '#lib/storage/table.ts';

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
  const list = { ...jobList(workspaceId, bulkIdPrefix), ascending: true };
  const items = await readMerged(table, list, position === '' ? undefined : position, chunkSize);
  for (const update of items.flatMap((item) => jobErasure(item) ?? [])) await updateIf(table, update);

  return {
    position: items.length === chunkSize ? items.at(-1)?.sk : undefined,
    hasOpenJob: items
      .map(toStoredBulkJob)
      .some(({ endedAt, createdAt }) => endedAt === undefined && createdAt < before),
  };
}

/** Undefined for an unfinished job, and for several listed contacts: their common tags or fields describe no single person. */
function jobErasure(item: Item): Update | undefined {
  const { filter, endedAt, contacts } = toStoredBulkJob(item);
  if (endedAt === undefined) return undefined;
  const ended = { update: { pk: item.pk, sk: item.sk }, if: { endedAt: 'present' } } as const;
  const remove = contacts === 1 ? ['fields', 'tags'] : [];
  if (filter) return { ...ended, set: { filter: withoutPersonalValues(filter) }, remove };

  return contacts === 1 ? { ...ended, remove } : undefined;
}
