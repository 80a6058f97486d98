import type { BulkJobFailure, BulkJobItem, BulkOutcome } from '#lib/bulk-jobs/bulk-job.ts';
import { recordItems, runBulkChunk } from '#lib/bulk-jobs/chunk.ts';
import {
  bulkChunksOfPart,
  bulkJobKey,
  bulkJobProgress,
  bulkPartKey,
  donePut,
  type JobRef,
  partContactsMax,
  type StoredBulkJob,
  toOutcomes,
  toPart,
  triesOf,
} from '#lib/bulk-jobs/items.ts';
import { itemOf } from '#lib/bulk-jobs/plan-contact.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { type PartAttempt, withAttemptCount } from '#lib/runtime/count-attempts.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Estimated writes of one contact. An update writes the contact, its event and the job's tags; a deletion the contact, two
 * address items and a tag. A contact in campaigns or with many tags needs more; then the chunk gets fewer contacts.
 */
const writesPerContact = ({ action, tags = [] }: StoredBulkJob) =>
  (action === 'delete' ? 4 : 2) + tags.length;
/** The transaction limit of 100, less the record, the outbox item, and the lock, counters and zones of an enrolment. */
const chunkWritesMax = 95;

/**
 * Processes the remaining contacts of a part. After the maximum number of attempts, its remaining contacts fail; if the job
 * is cancelled, they are skipped.
 * @returns false if the time ran out before the end
 */
export async function processBulkPart(
  services: Services,
  jobRef: JobRef,
  part: number,
  { deadline, isRedelivered }: PartAttempt,
): Promise<boolean> {
  const { table, now } = services;
  if (now() > deadline) return false;
  const [job, partItem, chunkRecords] = await Promise.all([
    findBulkJob(table, jobRef.workspaceId, jobRef.id),
    table.get(bulkPartKey(jobRef, part), { consistent: true }),
    table.query(bulkChunksOfPart(jobRef, part)),
  ]);
  if (!job || !partItem) return true;
  const read = () => readProgress(part, partItem, chunkRecords.items);
  if (job.cancelledAt !== undefined) {
    await closePart(services, job, read(), 'skipped', 'cancelled');

    return true;
  }
  const giveUp = () => failPart(services, job, orEmpty(read, part));
  const work = { key: bulkPartKey(job, part), tries: triesOf(partItem), isRedelivered, giveUp };

  return withAttemptCount(table, work, async () => {
    const items = await runContacts(services, job, read(), () => now() > deadline);
    if (items) await endPart(services, job, part, items);

    return items !== undefined;
  });
}

function readProgress(part: number, partItem: Item, chunkRecords: readonly Item[]): PartProgress {
  return { part, contactIds: toPart(partItem).contactIds, done: chunkRecords.flatMap(toOutcomes) };
}

/** The contacts of a part that cannot be read are not known, so they have no result. */
function orEmpty(read: () => PartProgress, part: number): PartProgress {
  try {
    return read();
  } catch {
    return { part, contactIds: [], done: [] };
  }
}

interface PartProgress {
  readonly part: number;
  readonly contactIds: readonly string[];
  /** The recorded outcomes of the first contacts. */
  readonly done: readonly BulkJobItem[];
}

/**
 * Changes the contacts of a part after the recorded ones, chunk by chunk. A chunk begins where the records end, so no contact
 * is changed twice or missed, regardless of crashes and concurrent workers.
 * @returns undefined if the time ran out before the end
 */
async function runContacts(
  services: Services,
  job: StoredBulkJob,
  { part, contactIds, done }: PartProgress,
  isLate: () => boolean,
): Promise<readonly BulkJobItem[] | undefined> {
  const items = [...done];
  let size = Math.max(1, Math.floor(chunkWritesMax / writesPerContact(job)));
  while (items.length < contactIds.length) {
    if (isLate()) return undefined;
    const position = items.length;
    const chunkIds = contactIds.slice(position, position + size);
    const committed = await runBulkChunk(services, job, { part, position }, chunkIds);
    items.push(...committed);
    // A contact that did not fit into this chunk is planned again. To avoid this, later chunks are not larger than this one.
    if (committed.length < chunkIds.length) size = committed.length;
  }

  return items;
}

async function failPart(services: Services, job: StoredBulkJob, progress: PartProgress): Promise<void> {
  const { workspaceId } = job;
  log('error', 'bulk job items set aside', {
    workspaceId,
    count: progress.contactIds.length - progress.done.length,
  });
  await closePart(services, job, progress, 'failed', 'part_unfinished', {
    code: 'part_unfinished',
    message: 'a part of the job failed three times; its remaining contacts are reported as failed',
    occurredAt: timestamp(services.now()),
  });
}

/** Ends a part without changing its remaining contacts. Of two concurrent records of a chunk, one is committed. */
async function closePart(
  services: Services,
  job: StoredBulkJob,
  { part, contactIds, done }: PartProgress,
  outcome: BulkOutcome,
  reason: BulkJobItem['reason'],
  failure?: BulkJobFailure,
): Promise<void> {
  const items = [...done];
  while (items.length < contactIds.length) {
    const nextIds = contactIds.slice(items.length, items.length + partContactsMax);
    const closedItems = nextIds.map((contactId) => itemOf(contactId, outcome, reason));
    items.push(...(await recordItems(services, job, { part, position: items.length }, closedItems)));
  }
  await endPart(services, job, part, items, failure);
}

/** Adds the part to the sums of the job, once. Idempotent: the DONE# mark rejects a repetition. */
async function endPart(
  { table, now }: Services,
  job: StoredBulkJob,
  part: number,
  items: readonly BulkJobItem[],
  failure?: BulkJobFailure,
): Promise<void> {
  const countOf = (outcome: BulkOutcome) => items.filter((item) => item.outcome === outcome).length;
  const time = now();
  // Writes nothing if the part has already ended, or the job has expired.
  await transactIf(table, [
    donePut(job, part, time),
    {
      update: bulkJobKey(job),
      add: {
        partsDone: 1,
        changed: countOf('changed'),
        unchanged: countOf('unchanged'),
        skipped: countOf('skipped'),
        failed: countOf('failed'),
      },
      set: { ...bulkJobProgress(job, time), ...(failure && { failure }) },
      if: { pk: 'present' },
    },
  ]);
}
