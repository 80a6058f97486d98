import { SQSClient } from '@aws-sdk/client-sqs';
import { readConfig } from '#lib/runtime/config.ts';
import { newId } from '#lib/runtime/ids.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';
import { threadsFor } from '../../../infra/local/lambda/function-pool.ts';
import { slow } from './behaviour.ts';
import { addWebhook, type Deployment, deliveryQueues } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';

const receiver = 'warm-up';
/** Some batches: what runs for the first time in a thread takes it much longer. */
const deliveriesPerThread = 40;
const timeoutMs = 120_000;

/**
 * Makes all threads of both lanes wait for slow endpoints at one moment, and so has all of them started. Lambda's
 * environments start on processors of their own; these would start on those that are measured, just when an endpoint
 * begins to hang.
 */
export async function warmUp(deployment: Deployment): Promise<void> {
  const { receivers, table, now, time } = deployment;
  const { deliver, deliverSlowly } = webhookWorkers;
  const threads = Math.max(threadsFor(deliver.concurrency), threadsFor(deliverSlowly.concurrency));
  const workspaceId = newId('wsp', now());
  // One for each thread: of a second batch for the same one, the quick lane would know already that it is slow.
  const webhookIds = await addWebhooks(deployment, workspaceId, threads);
  await receivers.change(receiver, slow);
  const sqs = new SQSClient({});
  for (const url of [
    readConfig('deliveries:send').DELIVERIES_QUEUE_URL,
    readConfig('slowlane:send').SLOWLANE_QUEUE_URL,
  ]) {
    const events = await storeEvents(table, workspaceId, deliveriesPerThread);
    const calls = webhookIds.flatMap((webhookId) =>
      events.map((event) => ({ workspaceId, webhookId, ...event, attempt: 1, dueAt: now() })),
    );
    const arrived = receivers.untilArrived({
      count: calls.length,
      isCounted: (arrival) => arrival.receiver === receiver,
      timeoutMs,
    });
    await enqueue(sqs, url, calls, 1);
    await arrived;
    await time.settle(deliveryQueues);
  }
  sqs.destroy();
}

async function addWebhooks(deployment: Deployment, workspaceId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let added = 0; added < count; added++) {
    ids.push(await addWebhook(deployment, workspaceId, deployment.receivers.urlOf(receiver)));
  }

  return ids;
}
