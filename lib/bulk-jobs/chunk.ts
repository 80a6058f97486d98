import type { BulkJobItem } from '#lib/bulk-jobs/bulk-job.ts';
import { type ChunkPlace, chunkPut, type StoredBulkJob, toOutcomes } from '#lib/bulk-jobs/items.ts';
import { mergePlans } from '#lib/bulk-jobs/merge-changes.ts';
import { failedItem, planContact } from '#lib/bulk-jobs/plan-contact.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { lookUpContacts } from '#lib/contacts/stored.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { snapshotReads } from '#lib/storage/snapshot-reads.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/** A chunk at this place was committed before. */
class ChunkRecorded extends Error {
  readonly items: readonly BulkJobItem[];

  constructor(items: readonly BulkJobItem[]) {
    super('the chunk is recorded');
    this.items = items;
  }
}

/**
 * Changes the first of the contacts that fit one transaction, at least one, and writes their record in it. If the transaction
 * fails because of its contacts, it is tried with half of them until the failing contact is isolated. Only that one fails.
 * @returns the outcomes of the first contacts, also if another worker committed them
 */
export async function runChunk(
  services: Services,
  job: StoredBulkJob,
  place: ChunkPlace,
  contactIds: readonly string[],
): Promise<readonly BulkJobItem[]> {
  const [firstId = ''] = contactIds;
  try {
    return await retryOnConflict(() => changeContacts(services, job, place, contactIds));
  } catch (error) {
    if (isServiceFault(error) || error instanceof StaleDecision) throw error;
    if (contactIds.length > 1)
      return runChunk(services, job, place, contactIds.slice(0, Math.ceil(contactIds.length / 2)));

    return recordItems(services, job, place, [failedItem(job, firstId, error)]);
  }
}

async function changeContacts(
  { table, now }: Services,
  job: StoredBulkJob,
  place: ChunkPlace,
  contactIds: readonly string[],
): Promise<readonly BulkJobItem[]> {
  // All plans see the same time and the same shared items, so that their writes of these items are equal.
  const time = now();
  const services = { table: snapshotReads(table), now: () => time };
  const find = await lookUpContacts(table, job.workspaceId, contactIds);
  const plans = await Promise.all(contactIds.map((id) => planContact(services, job, id, find)));
  const { change, items } = mergePlans(plans);

  return recordItems({ table, now }, job, place, items, change);
}

/** Commits a change together with the record of its outcomes. @returns the recorded outcomes */
export async function recordItems(
  services: Services,
  job: StoredBulkJob,
  place: ChunkPlace,
  items: readonly BulkJobItem[],
  change: Omit<Change<unknown>, 'result'> = { writes: [] },
): Promise<readonly BulkJobItem[]> {
  const record = {
    ...chunkPut(job, place, items, services.now()),
    otherwise: (found: Parameters<typeof toOutcomes>[0]) => new ChunkRecorded(toOutcomes(found)),
  };
  try {
    await commit(services, job.workspaceId, { ...change, writes: [record, ...change.writes] });

    return items;
  } catch (error) {
    if (error instanceof ChunkRecorded) return error.items;
    if (error instanceof TransactionRefused)
      throw new StaleDecision('an item of the change was changed concurrently');
    throw error;
  }
}
