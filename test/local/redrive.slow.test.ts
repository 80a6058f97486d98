import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { type Journey, startJourney } from '../journeys/support/journey.ts';
import { admin, startAdmin } from './support/admin-command.ts';

const Listed = z.object({
  queues: z.array(z.object({ queue: z.string(), ready: z.int(), deadLetters: z.int() })),
  streams: z.array(z.object({ stream: z.string(), deadLetters: z.int() })),
});
const Webhooks = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Six times the timeout of `webhooks.deliver`: after it, a failed message is visible again. */
const visibilityMs = 360_000;

test('dead letters are processed once after their cause is fixed and they are redriven', async () => {
  const journey = await startJourney();
  const { api, receiver, time } = journey;
  // Causes an event that the webhook has not received.
  const { id: contactId } = await api.post(z.object({ id: z.string() }), '/contacts', {
    email: 'ada@example.com',
  });
  await time.settle(['deliveries']);
  await subscribe(api, receiver, ['contact.created']);
  const webhook = await damageWebhook(journey);

  const message = await deliveryMessage(journey, webhook.id, contactId);
  await sendTo(journey, 'DELIVERIES', [message]);
  await waitUntil('the dead letter', async () => {
    await time.advance(visibilityMs);
    await time.settle(['deliveries']);
    return (await deadLettersOf(journey, 'deliveries')) === 1;
  });
  expect(await redrive(journey, '--queue', 'deliveries', '--dry-run')).toEqual({
    queue: 'deliveries',
    dryRun: true,
    deadLetters: { ready: 1, delayed: 0, inFlight: 0 },
  });
  expect(receiver.deliveries).toEqual([]);

  await webhook.mend();
  expect(await redrive(journey, '--queue', 'deliveries')).toEqual({ queue: 'deliveries', moved: 1, left: 0 });
  await waitUntil('the delivery', () => receiver.deliveries.length === 1);

  expect(await deadLettersOf(journey, 'deliveries')).toBe(0);
  expect(await redrive(journey, '--queue', 'deliveries')).toMatchObject({ moved: 0, left: 0 });

  await sendTo(journey, 'DELIVERIES', [message]);
  await time.settle(['deliveries']);
  expect(receiver.deliveries, 'delivered events are not delivered again').toHaveLength(1);
}, 120_000);

test('a killed redrive loses no message: the next one moves the rest', async () => {
  const journey = await startJourney();
  const { time } = journey;
  const bodies = Array.from({ length: 40 }, (_, position) => `{"poison":${position}}`);
  await sendTo(journey, 'TICKS', bodies);
  await waitUntil('all dead letters', async () => {
    await time.advance(visibilityMs);
    await time.settle(['ticks']);
    return (await deadLettersOf(journey, 'ticks')) === bodies.length;
  });

  const options = ['redrive', '--queue', 'ticks', '--max-per-second', '8'];
  const killed = startAdmin(options, journey.report.environment);
  await waitUntil('some are moved', async () => (await deadLettersOf(journey, 'ticks')) <= 32);
  killed.kill('SIGKILL');
  // Messages that it had received become visible again after their visibility timeout.
  await time.advance(31_000);
  const before = await deadLettersOf(journey, 'ticks');
  const rest = await redrive(journey, '--queue', 'ticks');

  expect(before).toBeGreaterThan(0);
  expect(rest).toMatchObject({ moved: before, left: 0 });
  await waitUntil('each of them has failed again', async () => {
    await time.advance(visibilityMs);
    await time.settle(['ticks']);
    return (await deadLettersOf(journey, 'ticks')) >= bodies.length;
  });
  expect(await bodiesOf(journey)).toEqual(new Set(bodies));
}, 180_000);

test('every queue is listed with its waiting messages, and the stream’s dead letters are not redriven', async () => {
  const journey = await startJourney();
  const { environment } = journey.report;
  const { queues, streams } = Listed.parse(await redrive(journey));
  const names = Object.keys(environment).filter((name) => name.endsWith('_QUEUE_URL'));
  const redriveFailure = async (...options: string[]) =>
    (await admin('', ['redrive', ...options], environment)).errors;

  expect(queues.map(({ queue }) => `${queue.toUpperCase()}_QUEUE_URL`).toSorted()).toEqual(names.toSorted());
  expect(streams).toEqual([{ stream: 'events.publish', deadLetters: 0 }]);
  expect(await redriveFailure('--queue', 'events.publish')).toContain('The sweeper publishes');
  expect(await redriveFailure('--queue', 'tick')).toContain('ticks');
  expect(await redriveFailure('--queue', 'ticks', '--max-per-second', '501')).toContain('--max-per-second');
}, 60_000);

async function redrive({ report }: Journey, ...options: string[]): Promise<unknown> {
  const { status, output, errors } = await admin('', ['redrive', ...options], report.environment);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });

  return JSON.parse(output);
}

/** Stores an invalid value in place of the URL, so that deliveries fail. */
async function damageWebhook({ api, report }: Journey) {
  const { data } = await api.get(Webhooks, '/webhooks');
  const id = data[0]?.id ?? '';
  const { pk, sk } = webhookKey(report.workspaceId, id);
  const client = new DynamoDBClient({ endpoint: report.endpoints.dynamodb, ...connection });
  onTestFinished(() => client.destroy());
  const rename = (from: string, to: string) =>
    client.send(
      new UpdateItemCommand({
        TableName: report.tableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
        UpdateExpression: 'SET #to = #from REMOVE #from',
        ExpressionAttributeNames: { '#from': from, '#to': to },
      }),
    );
  await rename('url', 'misspelt');

  return { id, mend: () => rename('misspelt', 'url') };
}

async function deliveryMessage(
  { api, report }: Journey,
  webhookId: string,
  subjectId: string,
): Promise<string> {
  const [event] = await api.readAll(ActivityEvent, '/activity');
  const { workspaceId } = report;

  return JSON.stringify({ workspaceId, webhookId, eventId: event?.id, subjectId, attempt: 1, dueAt: 0 });
}

const connection = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

function connectQueues({ report }: Journey): SQSClient {
  const client = new SQSClient({ endpoint: report.endpoints.sqs, ...connection });
  onTestFinished(() => client.destroy());

  return client;
}

async function sendTo(journey: Journey, queue: string, bodies: readonly string[]): Promise<void> {
  const client = connectQueues(journey);
  const QueueUrl = journey.report.environment[`${queue}_QUEUE_URL`];
  for (const batch of chunksOf(bodies, 10)) {
    const Entries = batch.map((MessageBody, position) => ({
      Id: String(position),
      MessageBody,
      MessageGroupId: 'a',
    }));
    await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

async function deadLettersOf({ time }: Journey, queue: string): Promise<number> {
  const { queues } = await time.status();
  const [depth] = Object.entries(queues).flatMap(([name, each]) =>
    name.startsWith(`${queue}DeadLetters`) ? [each] : [],
  );

  return depth === undefined ? Number.NaN : depth.ready + depth.inFlight;
}

/** The bodies of the dispatch queue's dead letters. */
async function bodiesOf(journey: Journey): Promise<ReadonlySet<string | undefined>> {
  const client = connectQueues(journey);
  const { queues } = await journey.time.status();
  const QueueName = Object.keys(queues).find((name) => name.startsWith('ticksDeadLetters'));
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName }));
  const bodies = new Set<string | undefined>();
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies;
    for (const { Body } of Messages) bodies.add(Body);
  }
}
