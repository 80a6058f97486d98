import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBRecord, SQSBatchResponse, SQSEvent } from 'aws-lambda';

type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

const context = { getRemainingTimeInMillis: () => 25_000 } as Context;

/** Invokes a consumer with a batch, as Lambda does. @returns the positions of the failed messages */
export async function consume(
  handler: QueueHandler,
  messages: readonly unknown[],
  receives = 1,
  remainingMs = 25_000,
): Promise<number[]> {
  const event = queueEvent(messages, receives);
  const remaining = { ...context, getRemainingTimeInMillis: () => remainingMs };
  const { batchItemFailures } = await handler(event, remaining);

  return batchItemFailures.map(({ itemIdentifier }) =>
    event.Records.findIndex(({ messageId }) => messageId === itemIdentifier),
  );
}

/**
 * The SQS event of a batch.
 * @param receives the receive count of its messages, including this time
 */
export function queueEvent(messages: readonly unknown[], receives = 1): SQSEvent {
  const Records = messages.map((message) => ({
    messageId: randomUUID(),
    receiptHandle: 'handle',
    body: typeof message === 'string' ? message : JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(Date.now()),
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: String(Date.now()),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:test',
    awsRegion: 'us-east-1',
  }));

  return { Records };
}

/** The stream event of inserted items. */
export function insertRecords(items: readonly object[]): { Records: DynamoDBRecord[] } {
  return {
    Records: items.map((item) => ({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      // The two libraries name the same encoding differently.
      dynamodb: { NewImage: marshall(item, { removeUndefinedValues: true }) as never },
    })),
  };
}

export { context };
