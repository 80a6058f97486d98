import {
  checkTrackingDomains,
  type DomainServices,
} from '#lib/email-accounts/tracking-domain/check-tracking-domain.ts';
import { resolveUnknownSend } from '#lib/emails/unknown-outcome.ts';
import { type PublishServices, publishOverdue } from '#lib/events/publish.ts';
import { requestInboxReads } from '#lib/inbox/request-reads.ts';
import type { DeadLetters } from '#lib/queue/dead-letters.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { QueueWorker } from '#lib/runtime/worker.ts';
import type { Item } from '#lib/storage/table.ts';
import { dueAtOf, readDueWork, type WorkKind } from '#lib/storage/worklist.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import {
  type QueueDefinition,
  type QueuedWork,
  type QueueName,
  queues,
  type WorkspaceMessage,
} from '#lib/values/queues.ts';
import { keysOf } from '#lib/values/record-of.ts';
import { domainWorkers } from '#lib/workers.ts';

/** Items of each kind per run. */
const workMax = 400;
/** Unknown outcomes that are resolved concurrently. Each resolution reads a contact and writes a transaction. */
const resolvedAtOnce = 10;

const queueWorkers = Object.values(domainWorkers)
  .flatMap((workers) => Object.values(workers))
  .filter((worker) => worker.trigger === 'queue');

/**
 * Requests due inboxes, finds overdue work after its queue message was lost, and sends the message again. All steps are idempotent. Steps and
 * items run independently, so a failing item or a slow external server does not block others.
 * @throws after all steps, when something failed
 */
export async function sweep(
  services: PublishServices & DomainServices & { readonly deadLetters: DeadLetters },
): Promise<void> {
  const steps: Readonly<Record<string, () => Promise<StepResult>>> = {
    ...requeueSteps(services),
    events: () => publishOverdue(services),
    inboxes: () => requestInboxReads(services),
    unknownSends: () => resolveUnknownSends(services),
    deadLetters: () => reportDeadLetters(services),
    trackingDomains: async () => ({ count: 0, failed: await checkTrackingDomains(services) }),
  };
  const failed = await Promise.all(Object.entries(steps).map(([name, step]) => runStep(name, step)));
  const failures = failed.reduce((sum, count) => sum + count, 0);

  if (failures > 0) throw new Error(`${failures} step(s) or item(s) of the sweep failed`);
}

interface StepResult {
  /** Number of items that were late. */
  readonly count: number;
  /** Delay of the oldest item. */
  readonly lateSeconds?: number;
  /** Number of items that could not be processed. */
  readonly failed?: number;
}

/** @returns the number of failures */
async function runStep(name: string, step: () => Promise<StepResult>): Promise<number> {
  try {
    const { failed = 0, ...lateWork } = await step();
    if (lateWork.count > 0) log('warn', 'found work that was late', { outcome: name, ...lateWork });

    return failed;
  } catch (error) {
    log('error', 'sweep step failed', { outcome: name }, error);

    return 1;
  }
}

/** One step for each kind of work of each queue, by the name of the kind. */
function requeueSteps(services: PublishServices) {
  const steps = queueWorkers.flatMap((worker) =>
    keysOf(worker.overdue).map((kind) => [kind, () => requeueOverdue(services, worker, kind)] as const),
  );

  return Object.fromEntries(steps);
}

/** Sends queue messages for overdue work. */
async function requeueOverdue(
  { table, now, ...queuesByName }: Services & Readonly<Record<QueueName, Queue<WorkspaceMessage>>>,
  { queue, overdue }: QueueWorker,
  kind: QueuedWork,
): Promise<StepResult> {
  const { overdueAfterMs }: QueueDefinition = queues[queue];
  const keys = await readDueWork(table, kind, now() - (overdueAfterMs[kind] ?? 0), workMax);
  const messages: WorkspaceMessage[] = [];
  const failed = await runEach(kind, keys, async ({ pk, sk }) => {
    const message = overdue[kind]?.(await table.get({ pk, sk }));
    if (message) messages.push(message);
  });
  await queuesByName[queue].send(messages.map((message) => ({ message })));

  const oldestDueAt = Math.min(...keys.map(dueAtOf));

  return { count: messages.length, lateSeconds: Math.round((now() - oldestDueAt) / 1000), failed };
}

/** Counting costs one request per queue, so it runs every five minutes: in the middle of the period that alarms evaluate. */
const isCountingMinute = (now: number) => Math.floor(now / 60_000) % 5 === 2;

/** One log line and metric for all dead-letter queues: an alarm per queue would cost ten times as much. */
async function reportDeadLetters({
  deadLetters,
  now,
}: Services & { readonly deadLetters: DeadLetters }): Promise<StepResult> {
  if (!isCountingMinute(now())) return { count: 0 };
  for (const [queue, count] of await deadLetters.count()) {
    if (count > 0) log('warn', 'dead letters', { queue, count });
  }

  // Dead letters are no late work, so they do not count in the result.
  return { count: 0 };
}

/** This work has no queue message: the sweeper resolves it itself. */
async function resolveUnknownSends(services: PublishServices): Promise<StepResult> {
  const keys = await readDueWork(services.table, 'unknown_send', services.now(), workMax);
  let failed = 0;
  for (const some of chunksOf(keys, resolvedAtOnce)) {
    failed += await runEach('unknown_send', some, (key) => resolveUnknownSend(services, key));
  }

  return { count: keys.length, failed };
}

/** Handles all items concurrently, and logs each failure. @returns the number of failures */
async function runEach(
  kind: WorkKind,
  items: readonly Item[],
  handle: (item: Item) => Promise<void>,
): Promise<number> {
  let failures = 0;
  await Promise.all(
    items.map((item) =>
      handle(item).catch((error: unknown) => {
        failures += 1;
        log('error', 'sweep item failed', { outcome: kind, workspaceId: item.pk.split('#')[1] }, error);
      }),
    ),
  );

  return failures;
}
