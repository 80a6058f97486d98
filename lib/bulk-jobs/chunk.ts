import type { BulkJobItem } from '#lib/bulk-jobs/bulk-job.ts';
import { bulkChunkPut, type ChunkLocation, type StoredBulkJob, toOutcomes } from '#lib/bulk-jobs/items.ts';
import { mergePlans } from '#lib/bulk-jobs/merge-changes.ts';
import { failedItem, planContactChange } from '#lib/bulk-jobs/plan-contact.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { lookUpContacts } from '#lib/contacts/stored.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { snapshotReads } from '#lib/storage/snapshot-reads.ts';
import { type Item, TransactionRefused } from '#lib/storage/table.ts';

/** Another worker has already committed the chunk at this location. */
class ChunkRecorded extends Error {
  readonly items: readonly BulkJobItem[];

  constructor(items: readonly BulkJobItem[]) {
    super('the chunk is recorded');
    this.items = items;
  }
}

/**
 * Changes as many of the first contacts as fit one transaction, at least one, and writes the record of their outcomes in the
 * same transaction. If it fails because of a contact, it is tried again with half of the contacts until the failing contact is
 * isolated. Only this contact fails.
 * @returns the outcomes of the first contacts, also if another worker committed them
 */
export async function runBulkChunk(
  services: Services,
  job: StoredBulkJob,
  location: ChunkLocation,
  contactIds: readonly string[],
): Promise<readonly BulkJobItem[]> {
  const [firstId = ''] = contactIds;
  try {
    return await retryOnConflict(() => changeContacts(services, job, location, contactIds));
  } catch (error) {
    // A retry may succeed: the contacts did not cause these errors.
    if (isServiceFault(error) || error instanceof StaleDecision) throw error;
    if (contactIds.length > 1)
      return runBulkChunk(services, job, location, contactIds.slice(0, Math.ceil(contactIds.length / 2)));

    return recordItems(services, job, location, [failedItem(job, firstId, error)]);
  }
}

async function changeContacts(
  { table, now }: Services,
  job: StoredBulkJob,
  location: ChunkLocation,
  contactIds: readonly string[],
): Promise<readonly BulkJobItem[]> {
  // All plans see the same time and the same shared items, such as the enrolment lock. So their writes of these items are equal
  // and can be merged.
  const time = now();
  const services = { table: snapshotReads(table), now: () => time };
  const find = await lookUpContacts(table, job.workspaceId, contactIds);
  const plans = await Promise.all(contactIds.map((id) => planContactChange(services, job, id, find)));
  // Takes the first plans that fit one transaction.
  const { change, items } = mergePlans(plans);

  return recordItems({ table, now }, job, location, items, change);
}

/** Commits a change together with the record of its outcomes. @returns the recorded outcomes */
export async function recordItems(
  services: Services,
  job: StoredBulkJob,
  location: ChunkLocation,
  items: readonly BulkJobItem[],
  change: Omit<Change<unknown>, 'result'> = { writes: [] },
): Promise<readonly BulkJobItem[]> {
  const record = {
    ...bulkChunkPut(job, location, items, services.now()),
    otherwise: (found: Item | undefined) => new ChunkRecorded(toOutcomes(found)),
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
