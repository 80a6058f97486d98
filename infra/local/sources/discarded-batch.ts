import { randomUUID } from 'node:crypto';
import type { DiscardedBatch } from './stream-batch.ts';

/**
 * Message that Lambda sends to the on-failure destination of a stream mapping: the position of the records,
 * without their contents. https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function describeDiscardedBatch(
  source: { readonly streamArn: string; readonly shardId: string; readonly functionArn: string },
  { records, attempts }: DiscardedBatch,
): Readonly<Record<string, unknown>> {
  const [first] = records;
  const last = records.at(-1);

  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: source.functionArn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: source.shardId,
      startSequenceNumber: first?.sequenceNumber,
      endSequenceNumber: last?.sequenceNumber,
      approximateArrivalOfFirstRecord: first?.createdAt.toISOString(),
      approximateArrivalOfLastRecord: last?.createdAt.toISOString(),
      batchSize: records.length,
      streamArn: source.streamArn,
    },
  };
}
