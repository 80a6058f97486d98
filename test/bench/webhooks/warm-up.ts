import { SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl } from '#lib/runtime/config.ts';
import { newId } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { threadsFor } from '../../../infra/local/lambda/function-pool.ts';
import { stageSettings } from '../../../infra/stages.ts';
import { accepting, type Behaviour, delayed, hanging, refusing, slow } from './behaviour.ts';
import { addWebhook, type Deployment, deliveryQueues } from './deployment.ts';
import { storeEvents } from './events.ts';
import { enqueue } from './queue.ts';
import type { Arrival } from './receivers.ts';

const receiver = 'warm-up';
/** One batch: the first run in a thread takes much longer. */
const deliveriesPerThread = 10;
/** Slow endpoints of one workspace have at most 16 requests in flight: more workspaces end a round sooner. */
const slowWorkspaces = 8;
/**
 * Each thread compiles code that runs often. That must end before the measurement, which uses the same
 * processors.
 */
const practicePerThread = 150;
/** Per webhook, fewer than open its circuit breaker, because a paused endpoint gets no requests. */
const failuresPerWebhook = 4;
/** More than one batch per thread. */
const failuresPerThread = 12;
/** A second attempt is due a minute after the first. */
const retryMs = 61_000;
const timeoutMs = 120_000;

/**
 * Starts all threads of both queues by making them wait for slow endpoints at the same time. Then the threads
 * of the normal queue deliver for a while, and all of them wait for time-outs. Lambda's environments start
 * and compile on their own processors. Here they would do so during the measurement, when an endpoint begins
 * to hang and when the requests to it time out.
 */
export async function warmUp(deployment: Deployment): Promise<void> {
  const { queueConcurrency } = stageSettings('local').capacity;
  const lanes = ['webhooks.deliver', 'webhooks.deliver-slowly'];
  const threads = Math.max(...lanes.map((lane) => threadsFor(queueConcurrency[lane])));
  const normalQueueThreads = queueUrl('deliveries');
  const slowQueueThreads = queueUrl('slowlane');
  // New workspaces per round and a webhook per thread: after one batch, a webhook is known to be slow.
  const rounds = [
    { url: normalQueueThreads, each: deliveriesPerThread, behaviour: slow, count: slowWorkspaces },
    { url: slowQueueThreads, each: deliveriesPerThread, behaviour: slow, count: slowWorkspaces },
    { url: normalQueueThreads, each: practicePerThread, behaviour: delayed, count: 1 },
  ];
  for (const { count, ...round } of rounds) {
    const workspaces = await addWorkspaces(deployment, count, Math.ceil(threads / count));
    await deliverAll(deployment, { ...round, workspaces });
  }
  for (const url of [normalQueueThreads, slowQueueThreads]) await failAll(deployment, url, threads);
  await reportFailure(deployment, normalQueueThreads);
}

/** Starts the functions that report a failing endpoint. */
async function reportFailure(deployment: Deployment, url: string): Promise<void> {
  const workspaces = await addWorkspaces(deployment, 1, 1);
  await deliverAll(deployment, { url, workspaces, each: failuresPerWebhook + 1, behaviour: refusing });
  await deployment.time.settle(['sends']);
  await deployment.receivers.change(receiver, accepting);
}

/** Lets requests hang until they time out, and lets the retries succeed. */
async function failAll(deployment: Deployment, url: string, threads: number): Promise<void> {
  const { receivers, time } = deployment;
  const workspaces = await addWorkspaces(deployment, failuresPerThread / failuresPerWebhook, threads);
  const each = failuresPerWebhook;
  await deliverAll(deployment, { url, workspaces, each, behaviour: hanging });
  await receivers.change(receiver, accepting);
  const retried = untilReceived(deployment, workspaces.length * threads * each);
  await time.advance(retryMs);
  await retried;
  await time.settle(deliveryQueues);
}

interface Round {
  readonly url: string;
  readonly workspaces: readonly Workspace[];
  /** Deliveries per webhook. */
  readonly each: number;
  readonly behaviour: Behaviour;
}

async function deliverAll(deployment: Deployment, round: Round): Promise<void> {
  const { receivers, time } = deployment;
  const { url, workspaces, each, behaviour } = round;
  await receivers.change(receiver, behaviour);
  const calls: DeliveryMessage[] = [];
  for (const workspace of workspaces) calls.push(...(await callsFor(deployment, workspace, each)));
  const received = untilReceived(deployment, calls.length);
  const sqs = new SQSClient({});
  await enqueue(sqs, url, calls, 1);
  await received;
  await time.settle(deliveryQueues);
  sqs.destroy();
}

async function callsFor(
  { table, now }: Deployment,
  { workspaceId, webhookIds }: Workspace,
  each: number,
): Promise<DeliveryMessage[]> {
  const events = await storeEvents(table, workspaceId, each);

  return webhookIds.flatMap((webhookId) =>
    events.map((event) => ({ workspaceId, webhookId, ...event, attempt: 1, dueAt: now() })),
  );
}

function untilReceived({ receivers }: Deployment, count: number): Promise<unknown> {
  const isCounted = (arrival: Arrival) => arrival.receiver === receiver;

  return receivers.untilArrived({ count, isCounted, timeoutMs });
}

interface Workspace {
  readonly workspaceId: string;
  readonly webhookIds: readonly string[];
}

/** A workspace has a maximum number of webhooks. */
async function addWorkspaces(deployment: Deployment, count: number, webhooks: number): Promise<Workspace[]> {
  const workspaces: Workspace[] = [];
  for (let added = 0; added < count; added++) {
    const workspaceId = newId('wsp', deployment.now());
    const webhookIds: string[] = [];
    for (let each = 0; each < webhooks; each++) {
      webhookIds.push(await addWebhook(deployment, workspaceId, deployment.receivers.urlOf(receiver)));
    }
    workspaces.push({ workspaceId, webhookIds });
  }

  return workspaces;
}
