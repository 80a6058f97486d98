import { applyFirst } from '#lib/jobs/apply-first.ts';
import { withAttempts } from '#lib/jobs/attempts.ts';
import { commitChunk, JobChanged } from '#lib/jobs/commit-chunk.ts';
import type { CommitChunk, JobChange, JobDescription, JobServices, Progress } from '#lib/jobs/description.ts';
import { jobKey, toStoredJob } from '#lib/jobs/items.ts';
import { findStartable, queueKey, queuePut, tryStartQueued } from '#lib/jobs/run-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import type { JobMessage } from '#lib/values/queues.ts';

/** After this time, half of the timeout, a run starts no further chunk and queues a message for the next run. Milliseconds. */
const workTimeMs = 30_000;

/** Delay of a job that never fails, after three failed attempts. Less than the maximum delay of a queue message. */
const retryDelayMs = 14 * 60_000;

/**
 * How long a job of an unknown kind waits, in milliseconds. During a deployment, functions of the next version start jobs that this
 * function can run only after its own deployment.
 */
const unknownKindMsMax = 86_400_000;

interface Run<Ports> {
  readonly services: Ports & JobServices;
  readonly description: JobDescription<Ports>;
  readonly message: JobMessage;
}

/** The ports of all descriptions together. */
type PortsOf<Description> = [Description] extends [JobDescription<infer Ports>] ? Ports : never;

/**
 * Creates the handler of the queue of jobs. It runs the next chunks of a job until the time is over. Idempotent: each chunk
 * commits with the progress of the job, so concurrent or repeated work takes effect once, and after a crash the next worker
 * continues. After three failed attempts at a chunk, the job ends as failed.
 */
export function jobRunner<Description extends JobDescription<never>>(descriptions: readonly Description[]) {
  return async (
    services: PortsOf<Description> & JobServices,
    message: JobMessage,
    { receiveCount }: Pick<Receipt, 'receiveCount'> = { receiveCount: 1 },
  ): Promise<void> => {
    const { table, now } = services;
    const job = await readJob(table, message);
    if (!job) return;
    const description = descriptions.find(({ kind }) => kind === job['kind']);
    const { kind, createdAt, endedAt, notBefore = 0, attempts = 0 } = toStoredJob(job);
    if (!description) {
      // The sweeper sends the message again every minute.
      if (Date.parse(createdAt) > now() - unknownKindMsMax)
        return log('warn', 'job waits for a later version');
      throw new Error(`functions/jobs/run.ts has no description of the kind ${kind}`);
    }
    // Its ports are among the ports of all descriptions.
    const run: Run<PortsOf<Description>> = {
      services,
      description: description as unknown as JobDescription<PortsOf<Description>>,
      message,
    };
    // The worker that ended the job may have crashed before it could call `afterRun`.
    if (endedAt !== undefined && receiveCount > 1) return run.description.afterRun?.(services, job);
    // If the message is early, the delayed message or the sweeper continues the job.
    if (endedAt !== undefined || notBefore > now()) return;
    const work = { table, key: jobKey(toStoredJob(job)), attempts, isRedelivered: receiveCount > 1 };
    await withAttempts(
      work,
      () => giveUp(run),
      (noteProgress) => runChunks(run, job, noteProgress),
    );
  };
}

async function readJob(table: Table, { workspaceId, jobId }: JobMessage): Promise<Item | undefined> {
  return table.get(jobKey({ workspaceId, id: jobId }));
}

async function runChunks<Ports>(run: Run<Ports>, firstJob: Item, noteProgress: () => void): Promise<void> {
  const { services, message, description } = run;
  const { table, now, jobs } = services;
  const deadline = now() + workTimeMs;
  const { isQueued, cancelledAt } = toStoredJob(firstJob);
  // A cancelled job need not wait, because it changes nothing.
  const mustWait = isQueued && cancelledAt === undefined;
  if (mustWait && !(await tryStartQueued(table, toStoredJob(firstJob)))) return;
  let job: Item | undefined = firstJob;
  while (job && now() <= deadline) {
    job = await runChunk(run, job);
    if (job) noteProgress();
  }
  if (job) await jobs.send([{ message }]);
  await description.afterRun?.(services, firstJob);
}

/** @returns the job after its next chunk; undefined if there is nothing to continue now */
async function runChunk<Ports>(run: Run<Ports>, job: Item): Promise<Item | undefined> {
  const { services, description } = run;
  let next: Item = job;
  const commit: CommitChunk = async (change, progress) => {
    next = await commitChunk(services, job, withQueueMove(job, change, progress), progress);
  };
  try {
    const chunk = await description.nextChunk(services, job);
    await applyFirst(
      chunk.elements,
      (elements) => chunk.apply(elements, commit),
      chunk.skip && ((element, error) => chunk.skip?.(element, error, commit) ?? Promise.resolve()),
    );
  } catch (error) {
    if (error instanceof JobChanged) return readCancelled(run, job);
    throw error;
  }
  if (next === job) throw new Error('a chunk must commit its progress');

  return afterCommit(run, next);
}

/** An ended job leaves the run queue in the same transaction, and a delayed job moves to its new time. */
function withQueueMove(item: Item, change: JobChange, { end, notBefore }: Progress): JobChange {
  const job = toStoredJob(item);
  if (!job.isQueued || (end === undefined && notBefore === undefined)) return change;
  const entry = end === undefined ? [queuePut({ ...job, notBefore })] : [];

  return { ...change, writes: [...change.writes, { delete: queueKey(job) }, ...entry] };
}

/** @returns undefined if the job has ended or waits; then the next jobs or a delayed message are queued */
async function afterCommit<Ports>({ services, message }: Run<Ports>, item: Item): Promise<Item | undefined> {
  const { table, now, jobs } = services;
  const job = toStoredJob(item);
  const { endedAt, notBefore = 0 } = job;
  const delayMs = notBefore - now();
  if (endedAt === undefined && delayMs <= 0) return item;
  const startableIds = job.isQueued ? await findStartable(table, job) : [];
  await jobs.send([
    ...startableIds.filter((id) => id !== job.id).map((jobId) => ({ message: { ...message, jobId } })),
    // One second more, because queue delays are not exact.
    ...(endedAt === undefined ? [{ message, delaySeconds: delayMs / 1000 + 1 }] : []),
  ]);

  return undefined;
}

/** @returns the job if it was cancelled while its chunk ran; undefined if another worker has continued it */
async function readCancelled<Ports>(
  { services, message }: Run<Ports>,
  before: Item,
): Promise<Item | undefined> {
  const item = await readJob(services.table, message);
  if (!item) return undefined;
  const { chunks, cancelledAt, endedAt } = toStoredJob(item);
  const known = toStoredJob(before);

  return endedAt === undefined && chunks === known.chunks && cancelledAt !== known.cancelledAt
    ? item
    : undefined;
}

/** Ends a job as failed, or delays it. If its last change fails, too, the job ends without it, so that it does not block others. */
async function giveUp<Ports>(run: Run<Ports>): Promise<void> {
  const { services, description, message } = run;
  const job = await readJob(services.table, message);
  if (!job || toStoredJob(job).endedAt !== undefined) return;
  const progress = description.failureOf
    ? { end: description.failureOf(job) }
    : { notBefore: services.now() + retryDelayMs };
  const endWith = async (change: JobChange) =>
    afterCommit(run, await commitChunk(services, job, withQueueMove(job, change, progress), progress));
  try {
    await endWith((await description.abandon?.(services, job)) ?? { writes: [] });
  } catch (error) {
    if (error instanceof JobChanged) return;
    if (isServiceFault(error)) throw error;
    log('error', 'job failed', {}, error);
    await endWith({ writes: [] });
  }
  await description.afterRun?.(services, job);
}
