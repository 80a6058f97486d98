import { SQSClient } from '@aws-sdk/client-sqs';
import { readConfig } from '#lib/runtime/config.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { content, unhurried } from './behaviour.ts';
import { type Deployment, deliveryQueues, type Subscription } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';

/** So many that each thread has some: what runs for the first time in a thread takes it much longer. */
const deliveriesPerLane = 1200;
const timeoutMs = 120_000;

/**
 * Keeps all threads of both lanes at work for a while. Lambda's environments start on processors of their own, and are
 * warm in a service that has run for some minutes; these would start on those that are measured.
 */
export async function warmUp(
  deployment: Deployment,
  { workspaceId, webhookIds }: Subscription,
): Promise<void> {
  const { receivers, table, now, time } = deployment;
  const names = Object.keys(webhookIds);
  const ids = Object.values(webhookIds);
  for (const name of names) await receivers.change(name, unhurried);
  const sqs = new SQSClient({});
  for (const url of [
    readConfig('deliveries:send').DELIVERIES_QUEUE_URL,
    readConfig('slowlane:send').SLOWLANE_QUEUE_URL,
  ]) {
    const events = await storeEvents(table, workspaceId, deliveriesPerLane);
    const calls = events.map((event, position) => ({
      ...{ workspaceId, webhookId: ids[position % ids.length] ?? '', ...event },
      ...{ attempt: 1, dueAt: now() },
    }));
    const arrived = receivers.untilArrived({
      count: deliveriesPerLane,
      isCounted: ({ receiver }) => names.includes(receiver),
      timeoutMs,
    });
    await enqueue(sqs, url, calls, 1);
    await arrived;
    await time.settle(deliveryQueues);
  }
  sqs.destroy();
  for (const name of names) await receivers.change(name, content);
  // While everything began, somebody may have been thought to be slow.
  for (const id of ids) await table.update({ update: webhookKey(workspaceId, id), remove: ['slowUntil'] });
}
