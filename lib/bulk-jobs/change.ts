import { type BulkOutcome, type ContactResult, isDeletion } from '#lib/bulk-jobs/bulk-job.ts';
import { outcomeAttributes, type StoredBulkJob, toContactIds } from '#lib/bulk-jobs/items.ts';
import { mergePlans } from '#lib/bulk-jobs/merge-changes.ts';
import { failedItem, itemOf, planContactChange } from '#lib/bulk-jobs/plan-contact.ts';
import { lookUpContacts } from '#lib/contacts/stored.ts';
import type { Chunk, CommitChunk, JobChange, Progress } from '#lib/jobs/description.ts';
import { readPage, recordPut } from '#lib/jobs/pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import { snapshotReads } from '#lib/storage/snapshot-reads.ts';

/**
 * Estimated writes of one contact. An update writes the contact, its event and the job's tags; a deletion the contact, two
 * address items and a tag. A contact in campaigns or with many tags needs more; then the chunk gets fewer contacts.
 */
const writesPerContact = ({ action, tags = [] }: StoredBulkJob) => (isDeletion(action) ? 4 : 2) + tags.length;
/** The transaction limit of 100, less the progress, the record, the outbox item, and the lock, counters and zones of an enrolment. */
const chunkWritesMax = 94;

/** The next contacts of a page: as many as fit one transaction. A cancelled job reports the rest of the page as skipped. */
export async function changeChunk(services: Services, job: StoredBulkJob): Promise<Chunk<string>> {
  const contactIds = toContactIds(await readPage(services.table, job, job.page));
  const isCancelled = job.cancelledAt !== undefined;
  const sizeMax = job.chunkSize ?? Math.max(1, Math.floor(chunkWritesMax / writesPerContact(job)));
  /** @param planned contacts that were planned. If not all fitted, later chunks are not larger, so that fewer are planned twice. */
  const record = (
    items: readonly ContactResult[],
    change: JobChange,
    commit: CommitChunk,
    planned = items.length,
  ) => {
    const { set, ...progress } = progressOf(job, items, contactIds.length);
    const chunkSize = items.length < planned ? { chunkSize: items.length } : {};
    const writes = [recordPut(job, job, outcomeAttributes(items), services.now()), ...change.writes];

    return commit({ ...change, writes }, { ...progress, set: { ...set, ...chunkSize } });
  };

  return {
    elements: contactIds.slice(job.index, isCancelled ? undefined : job.index + sizeMax),
    apply: async (ids, commit) => {
      const { change, items } = isCancelled
        ? { change: { writes: [] }, items: ids.map((id) => itemOf(id, 'skipped', 'cancelled')) }
        : await planChanges(services, job, ids);
      await record(items, change, commit, ids.length);
    },
    skip: (id, error, commit) => record([failedItem(job, id, error)], { writes: [] }, commit),
  };
}

/** Plans the changes of the first contacts that fit one transaction. */
async function planChanges({ table, now }: Services, job: StoredBulkJob, contactIds: readonly string[]) {
  // All plans see the same time and the same shared items, such as the enrolment lock. So their writes of these items are equal
  // and can be merged.
  const time = now();
  const services = { table: snapshotReads(table), now: () => time };
  const find = await lookUpContacts(table, job.workspaceId, contactIds);

  return mergePlans(await Promise.all(contactIds.map((id) => planContactChange(services, job, id, find))));
}

/** The sums and the position after these contacts. @param pageSize contacts of the page */
function progressOf(job: StoredBulkJob, items: readonly ContactResult[], pageSize: number): Progress {
  const countOf = (outcome: BulkOutcome) => items.filter((item) => item.outcome === outcome).length;
  const index = job.index + items.length;
  const isPageDone = index === pageSize;
  const isDone = isPageDone && job.page + 1 === job.pages;

  return {
    set: isPageDone ? { page: job.page + 1, index: 0 } : { index },
    add: {
      changed: countOf('changed'),
      unchanged: countOf('unchanged'),
      skipped: countOf('skipped'),
      failed: countOf('failed'),
    },
    ...(isDone && { end: 'done' as const }),
  };
}
