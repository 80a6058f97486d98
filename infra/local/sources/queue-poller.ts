import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { threadsFor } from '../lambda/function-pool.ts';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { EventSourceModel } from '../template/event-sources.ts';
import { failedItems } from './item-failures.ts';
import { type Load, type Poller, startPollerGroup } from './poller-group.ts';

export interface QueuePollerOptions {
  readonly client: SQSClient;
  readonly mapping: EventSourceModel;
  readonly queueUrl: string;
  readonly region: string;
  readonly invoke: (event: unknown) => Promise<InvocationResult>;
  readonly load: () => Load;
  /**
   * Counts the processing of received messages in the status. The demo moves the clock only when nothing is processed, because
   * a move would end the visibility timeout of the messages.
   */
  readonly whileRunning: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly onError: (error: unknown) => void;
}

/** Short, because stopping waits for it. Aborting a poll could lose a received message. */
const waitSeconds = 1;

/**
 * Passes the messages of a queue to a function. The number of concurrent batches depends on the mapping and
 * on the waiting messages. Messages that fail stay in flight until their visibility timeout ends. The queue
 * itself counts receives and moves messages to the dead-letter queue.
 */
export function startQueuePoller(options: QueuePollerOptions): Poller {
  return startPollerGroup({
    pollersMax: threadsFor(options.mapping.concurrency),
    fetch: () => receive(options),
    processBatch: (messages) => options.whileRunning(() => processBatch(options, messages)),
    load: options.load,
    onError: options.onError,
  });
}

async function receive(options: QueuePollerOptions): Promise<Message[] | undefined> {
  const { batchSize, windowSeconds } = options.mapping;
  const messages = await receiveBatch(options, batchSize, waitSeconds);
  if (messages.length === 0) return undefined;
  if (windowSeconds === 0 || messages.length >= batchSize) return messages;

  return options.whileRunning(async () => {
    // Lambda passes a full batch on immediately; here the window always elapses.
    await pause(windowSeconds * 1000);

    return [...messages, ...(await receiveBatch(options, batchSize - messages.length, 0))];
  });
}

async function receiveBatch(
  { client, queueUrl }: QueuePollerOptions,
  count: number,
  WaitTimeSeconds: number,
): Promise<Message[]> {
  const { Messages: messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      // One receive returns at most ten.
      MaxNumberOfMessages: Math.min(count, 10),
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
      WaitTimeSeconds,
    }),
  );

  return messages;
}

async function processBatch(
  { client, mapping, queueUrl, region, invoke }: QueuePollerOptions,
  messages: readonly Message[],
): Promise<void> {
  const records = messages.map((message) => toRecord(message, mapping.sourceArn, region));
  const result = await invoke({ Records: records });
  const failed = failedItems(
    result,
    records.map(({ messageId }) => messageId),
    mapping.reportsItemFailures,
  );
  const done = records.filter(({ messageId }) => !failed.has(messageId));
  if (done.length === 0) return;

  await client.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: done.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle })),
    }),
  );
}

function toRecord(message: Message, eventSourceARN: string, awsRegion: string): SQSRecord {
  const attributes = message.Attributes ?? {};

  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
      SenderId: attributes.SenderId ?? '',
      SentTimestamp: attributes.SentTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
        name,
        {
          dataType: value.DataType ?? 'String',
          ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
          ...(value.BinaryValue !== undefined && {
            binaryValue: Buffer.from(value.BinaryValue).toString('base64'),
          }),
        },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion,
  };
}
