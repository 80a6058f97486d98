/** Makes the recorded calls with the SDK's clients only, without the service's code. */
import { once } from 'node:events';
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { BoundWork } from './bound.ts';
import type { TableCall } from './recorded-calls.ts';

const { queueUrl, receiverUrl, recorded, lanes, headers, payload }: BoundWork = workerData;
const requestHandler = { httpAgent: { keepAlive: true, maxSockets: 256 } };
const dynamodb = new DynamoDBClient({ requestHandler });
const sqs = new SQSClient({ requestHandler });
const [before, after] = [JSON.stringify(recorded.beforePost), JSON.stringify(recorded.afterPost)];
const ids = ['workspaceId', 'webhookId', 'eventId', 'subjectId'] as const;
type Delivery = typeof recorded.delivery;

/** @returns false when the queue is empty */
async function deliverBatch(): Promise<boolean> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  if (Messages.length === 0) return false;
  const deliveries: Delivery[] = Messages.map(({ Body = '' }) => JSON.parse(Body));
  await sendAll(deliveries.flatMap((delivery) => callsFor(before, delivery)));
  await Promise.all(deliveries.map(({ eventId }) => post(eventId)));
  await sendAll(deliveries.flatMap((delivery) => callsFor(after, delivery)));
  const Entries = Messages.map(({ ReceiptHandle }, position) => ({ Id: String(position), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));

  return true;
}

function callsFor(calls: string, delivery: Delivery): TableCall[] {
  return JSON.parse(ids.reduce((text, id) => text.replaceAll(recorded.delivery[id], delivery[id]), calls));
}

// biome-ignore lint/suspicious/noExplicitAny: the inputs belong to these commands
const commands: Record<string, (input: any) => any> = {
  BatchGetItemCommand: (input) => new BatchGetItemCommand(input),
  PutItemCommand: (input) => new PutItemCommand(input),
  QueryCommand: (input) => new QueryCommand(input),
  UpdateItemCommand: (input) => new UpdateItemCommand(input),
  TransactWriteItemsCommand: (input) => new TransactWriteItemsCommand(input),
};

/** The reads of a batch are batched and deduplicated, as in the service. */
async function sendAll(calls: readonly TableCall[]): Promise<void> {
  const isRead = ({ command }: TableCall) => command === 'BatchGetItemCommand';
  const reads = calls.filter(isRead).map(({ input }) => input as unknown as BatchGetItemCommandInput);
  const writes = calls.filter((call) => !isRead(call));
  await Promise.all([...batchReads(reads), ...writes].map(send));
}

function batchReads(reads: readonly BatchGetItemCommandInput[]): TableCall[] {
  const tables = new Map<string, { keys: Map<string, object>; isConsistent: boolean }>();
  for (const [table, { Keys = [], ConsistentRead = false }] of reads.flatMap(({ RequestItems = {} }) =>
    Object.entries(RequestItems),
  )) {
    const batchedReads = tables.get(table) ?? { keys: new Map(), isConsistent: false };
    for (const key of Keys) batchedReads.keys.set(JSON.stringify(key), key);
    tables.set(table, { ...batchedReads, isConsistent: batchedReads.isConsistent || ConsistentRead });
  }

  return [...tables].map(([table, { keys, isConsistent }]) => ({
    command: 'BatchGetItemCommand',
    input: { RequestItems: { [table]: { Keys: [...keys.values()], ConsistentRead: isConsistent } } },
  }));
}

async function send({ command, input }: TableCall): Promise<void> {
  const make = commands[command];
  if (!make) throw new Error(`the bound does not support ${command}`);
  await dynamodb.send(make(input));
}

/** With its own connection, as in the service. */
async function post(eventId: string): Promise<void> {
  const sent = request(receiverUrl, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'X-Webhook-Id': eventId },
  });
  sent.end(payload);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
}

async function runLane(): Promise<void> {
  while (await deliverBatch());
}

parentPort?.once('message', async () => {
  await Promise.all(Array.from({ length: lanes }, runLane));
  process.exit();
});
parentPort?.postMessage('ready');
