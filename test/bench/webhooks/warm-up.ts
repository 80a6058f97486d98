import { SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '#lib/runtime/chunks.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { content, hanging } from './behaviour.ts';
import { type Deployment, deliveryQueues, subscribe } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';

/** As many as this machine runs, and some to wait for them. */
const names = Array.from({ length: 45 }, (_, position) => `warm-${position}`);
const perSecond = 8;

/**
 * Lets so many endpoints hang, one message each, that a thread has started for every one of them: Lambda's environments
 * start on processors of their own, and are warm in a service that has run for some minutes; these would start on those
 * that are measured.
 */
export async function warmUp(deployment: Deployment): Promise<void> {
  const { receivers, table, now, time } = deployment;
  const { workspaceId, webhookIds } = await subscribe(deployment, names);
  for (const name of names) await receivers.change(name, hanging);
  const events = await storeEvents(table, workspaceId, names.length);
  const ids = Object.values(webhookIds);
  const calls = events.map((event, position) => ({
    ...{ workspaceId, webhookId: ids[position] ?? '', ...event },
    ...{ attempt: 1, dueAt: now() },
  }));
  const sqs = new SQSClient({});
  for (const [second, chunk] of chunksOf(calls, perSecond).entries()) {
    await enqueue(sqs, readConfig('deliveries:send').DELIVERIES_QUEUE_URL, chunk, second + 1);
  }
  sqs.destroy();
  await receivers.untilArrived({
    count: names.length,
    isCounted: ({ receiver }) => names.includes(receiver),
    timeoutMs: 60_000,
  });
  await time.settle(deliveryQueues);
  for (const name of names) await receivers.change(name, content);
}
