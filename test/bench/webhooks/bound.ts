import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { rateOf } from '../support/statistics.ts';
import { type Deployment, subscribe } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';
import type { RecordedDelivery } from './recorded-calls.ts';

export interface BoundWork {
  readonly queueUrl: string;
  readonly receiverUrl: string;
  readonly recorded: RecordedDelivery;
  /** Concurrent batches per thread. */
  readonly lanes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** The number of cores; more threads or lanes are not faster. */
const threads = 2;
const lanes = 4;
const timeoutMs = 120_000;
const receiver = 'bound';

/**
 * The delivery rate that the local engines allow. One delivery's table and queue calls and its POST are made
 * with the SDK's clients only, by as many threads as the machine has cores.
 */
export async function measureBound(
  deployment: Deployment,
  recorded: RecordedDelivery,
  count: number,
): Promise<number> {
  const { receivers, table, now } = deployment;
  const { workspaceId, webhookIds } = await subscribe(deployment, [receiver]);
  const events = await storeEvents(table, workspaceId, count);
  const webhookId = webhookIds[receiver] ?? '';
  const sqs = new SQSClient({});
  const { QueueUrl: queueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: `bound-${now()}` }));
  await enqueue(
    sqs,
    queueUrl,
    events.map((event) => ({ workspaceId, webhookId, ...event, attempt: 1, dueAt: now() })),
    0,
  );
  const work: BoundWork = {
    queueUrl,
    receiverUrl: receivers.urlOf(receiver),
    recorded,
    lanes,
    headers: { 'Content-Type': 'application/json', 'X-Webhook-Attempt': '1' },
    payload: JSON.stringify({ event: 'email.sent', timestamp: new Date().toISOString(), data: {} }),
  };
  const threadsRunning = Array.from({ length: threads }, () => {
    return new Worker(new URL('./bound-thread.ts', import.meta.url), { workerData: work });
  });
  await Promise.all(threadsRunning.map((worker) => once(worker, 'message')));
  const arrived = receivers.untilArrived({
    count,
    isCounted: (arrival) => arrival.receiver === receiver,
    timeoutMs,
  });
  const ended = threadsRunning.map((worker) => once(worker, 'exit'));
  for (const worker of threadsRunning) worker.postMessage('go');
  const arrivals = await arrived;
  await Promise.all(ended);
  sqs.destroy();

  return rateOf(arrivals.map(({ at }) => at));
}
