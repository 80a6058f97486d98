import { SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl } from '#lib/runtime/config.ts';
import { delaySecondsMax } from '#lib/values/queues.ts';
import { rateOf } from '../support/statistics.ts';
import { type Deployment, deliveryQueues, subscribe } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';

const names = ['a', 'b', 'c', 'd'];
const timeoutMs = 180_000;

/**
 * The service's delivery rate for waiting deliveries. They are put into its queue with a delay that the clock
 * then skips, so that all of them become due together.
 */
export async function measureThroughput(deployment: Deployment, count: number): Promise<number> {
  return rateOf(await measureBurst(deployment, names, count));
}

/** @returns the times of the deliveries' arrivals, in epoch milliseconds */
export async function measureBurst(
  deployment: Deployment,
  names: readonly string[],
  count: number,
): Promise<number[]> {
  const { receivers, table, now, time } = deployment;
  const { workspaceId, webhookIds } = await subscribe(deployment, names);
  const events = await storeEvents(table, workspaceId, count);
  const ids = Object.values(webhookIds);
  const calls = events.map((event, position) => ({
    workspaceId,
    webhookId: ids[position % ids.length] ?? '',
    ...event,
    attempt: 1,
    dueAt: now(),
  }));
  const sqs = new SQSClient({});
  await enqueue(sqs, queueUrl('deliveries'), calls, delaySecondsMax);
  sqs.destroy();
  const arrived = receivers.untilArrived({
    count,
    isCounted: ({ receiver }) => names.includes(receiver),
    timeoutMs,
  });
  await time.advance(delaySecondsMax * 1000);
  const arrivals = await arrived;
  await time.settle(deliveryQueues);

  return arrivals.map(({ at }) => at);
}
