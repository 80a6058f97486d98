import { bulkJobKey, bulkQueuePartition, doneBulkParts, type StoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { processBulkPart } from '#lib/bulk-jobs/part.ts';
import { findBulkJob } from '#lib/bulk-jobs/read.ts';
import { selectContacts, selectionFailureOf } from '#lib/bulk-jobs/select.ts';
import { abandonBulkJob, endBulkJob, rejectBulkJob, startBulkJob } from '#lib/bulk-jobs/state.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import { endAfterFailures, type PartAttempt } from '#lib/runtime/count-attempts.ts';
import { forEachConcurrently } from '#lib/runtime/for-each-concurrently.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lastNumberOf } from '#lib/storage/item.ts';
import { findStartable } from '#lib/storage/run-queue.ts';
import type { BulkJobMessage } from '#lib/values/queues.ts';

/** Maximum workers per job. Two jobs of a workspace use eight of the ten workers, so two are left for other workspaces. */
const workersMax = 4;
/** Parts that one worker processes concurrently. */
const partsAtOnce = 4;

/** After this time, a run starts no further chunk and queues a message for the next run. Milliseconds. */
const workTimeMs = 30_000;

interface BulkServices extends Services {
  readonly bulkjobs: Queue<BulkJobMessage>;
}

/**
 * Runs a bulk job. After three errors outside of its parts, the job ends as failed, and the next one starts.
 */
export async function runBulkJob(
  services: BulkServices,
  message: BulkJobMessage,
  receipt: Pick<Receipt, 'receiveCount'> = { receiveCount: 1 },
): Promise<void> {
  const { workspaceId, jobId } = message;
  const job = { workspaceId, id: jobId };
  const giveUp = async () => {
    if (await abandonBulkJob(services, job)) await startWaitingJobs(services, workspaceId);
  };
  await endAfterFailures(services.table, bulkJobKey(job), giveUp, () => advance(services, message, receipt));
}

/**
 * Selects the contacts of a job, then processes its unfinished parts until the time is over. Idempotent: each chunk and each
 * part has a record, so concurrent or repeated work takes effect once. After a crash, the next worker resumes.
 */
async function advance(
  services: BulkServices,
  message: BulkJobMessage,
  { receiveCount }: Pick<Receipt, 'receiveCount'>,
): Promise<void> {
  const { table, now, bulkjobs } = services;
  const { workspaceId, jobId, lane = 0 } = message;
  const deadline = now() + workTimeMs;
  const job = await findBulkJob(table, workspaceId, jobId);
  if (!job || job.endedAt !== undefined) return;
  // A message without a lane starts the job. A waiting job gets this message when another job ends. A cancelled job need not
  // wait, because it only records its remaining contacts.
  if (message.lane === undefined && job.cancelledAt === undefined && !(await startBulkJob(services, job)))
    return;
  const attempt = { deadline, isRedelivered: receiveCount > 1 };
  const selected = await selectContacts(services, job, attempt);
  if (!selected) return;
  const failure = selectionFailureOf(selected);
  if (failure) {
    if (await rejectBulkJob(services, selected, failure)) await startWaitingJobs(services, workspaceId);
    return;
  }
  // The time ran out during the selection.
  if (selected.selectedAt === undefined) return bulkjobs.send([{ message: { workspaceId, jobId } }]);

  const lanes = laneCountOf(selected);
  if (message.lane === undefined) {
    const otherLanes = Array.from({ length: lanes - 1 }, (_, index) => index + 1);
    await bulkjobs.send(otherLanes.map((other) => ({ message: { ...message, lane: other } })));
  }
  if (!(await processParts(services, selected, { lane, lanes }, attempt)))
    return bulkjobs.send([{ message: { workspaceId, jobId, lane } }]);
  // Only the worker that finishes the last part ends the job. If it crashes before, the sweeper sends another message.
  if (await endBulkJob(services, selected)) await startWaitingJobs(services, workspaceId);
}

/** Enrolments of a workspace are serialised by a lock, so parallel workers would only conflict. */
const isSerial = ({ action }: StoredBulkJob) => action === 'enrol';

function laneCountOf(job: StoredBulkJob): number {
  return isSerial(job) ? 1 : Math.max(1, Math.min(workersMax, Math.ceil(job.parts / partsAtOnce)));
}

interface Lane {
  /** Zero-based. The worker processes the parts `lane`, `lane + lanes`, `lane + 2 * lanes` and so on. */
  readonly lane: number;
  readonly lanes: number;
}

/** @returns false if the time ran out before the end */
async function processParts(
  services: Services,
  job: StoredBulkJob,
  { lane, lanes }: Lane,
  attempt: PartAttempt,
): Promise<boolean> {
  const { items } = await services.table.query(doneBulkParts(job));
  const done = new Set(items.map(lastNumberOf));
  const openParts = Array.from({ length: job.parts }, (_, part) => part).filter(
    (part) => part % lanes === lane && !done.has(part),
  );

  return forEachConcurrently(openParts, isSerial(job) ? 1 : partsAtOnce, (part) =>
    processBulkPart(services, job, part, attempt),
  );
}

/** Sends messages for the jobs that may run after the end of another job. */
async function startWaitingJobs({ table, bulkjobs }: BulkServices, workspaceId: string): Promise<void> {
  const next = await findStartable(table, bulkQueuePartition(workspaceId));
  await bulkjobs.send(next.map((jobId) => ({ message: { workspaceId, jobId } })));
}
