import { SQSClient } from '@aws-sdk/client-sqs';
import { readConfig } from '#lib/runtime/config.ts';
import { newId } from '#lib/runtime/ids.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';
import { threadsFor } from '../../../infra/local/lambda/function-pool.ts';
import { type Behaviour, leisurely, slow } from './behaviour.ts';
import { addWebhook, type Deployment, deliveryQueues } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';

const receiver = 'warm-up';
/** Some batches: what runs for the first time in a thread takes it much longer. */
const deliveriesPerThread = 40;
/** What runs often is compiled, again in each thread: on the processors that are measured, unless that is over by then. */
const practicePerThread = 150;
const timeoutMs = 120_000;

/**
 * Makes all threads of both lanes wait for slow endpoints at one moment, and so has all of them started; then has those
 * of the quick lane work for a while. Lambda's environments start, and compile, on processors of their own; these would do so
 * on those that are measured, just when an endpoint begins to hang.
 */
export async function warmUp(deployment: Deployment): Promise<void> {
  const { deliver, deliverSlowly } = webhookWorkers;
  const threads = Math.max(threadsFor(deliver.concurrency), threadsFor(deliverSlowly.concurrency));
  const quickLane = readConfig('deliveries:send').DELIVERIES_QUEUE_URL;
  const slowLane = readConfig('slowlane:send').SLOWLANE_QUEUE_URL;
  await deliverAll(deployment, { url: quickLane, threads, each: deliveriesPerThread, behaviour: slow });
  await deliverAll(deployment, { url: slowLane, threads, each: deliveriesPerThread, behaviour: slow });
  await deliverAll(deployment, { url: quickLane, threads, each: practicePerThread, behaviour: leisurely });
}

interface Round {
  readonly url: string;
  readonly threads: number;
  /** Deliveries for each thread. */
  readonly each: number;
  readonly behaviour: Behaviour;
}

async function deliverAll(deployment: Deployment, { url, threads, each, behaviour }: Round): Promise<void> {
  const { receivers, table, now, time } = deployment;
  const workspaceId = newId('wsp', now());
  // One for each thread: of a second batch for the same one, the quick lane would know already that it is slow.
  const webhookIds = await addWebhooks(deployment, workspaceId, threads);
  await receivers.change(receiver, behaviour);
  const events = await storeEvents(table, workspaceId, each);
  const calls = webhookIds.flatMap((webhookId) =>
    events.map((event) => ({ workspaceId, webhookId, ...event, attempt: 1, dueAt: now() })),
  );
  const arrived = receivers.untilArrived({
    count: calls.length,
    isCounted: (arrival) => arrival.receiver === receiver,
    timeoutMs,
  });
  const sqs = new SQSClient({});
  await enqueue(sqs, url, calls, 1);
  await arrived;
  await time.settle(deliveryQueues);
  sqs.destroy();
}

async function addWebhooks(deployment: Deployment, workspaceId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let added = 0; added < count; added++) {
    ids.push(await addWebhook(deployment, workspaceId, deployment.receivers.urlOf(receiver)));
  }

  return ids;
}
