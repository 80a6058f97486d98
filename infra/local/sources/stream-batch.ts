import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { EventSourceModel } from '../template/event-sources.ts';
import { failedItems } from './item-failures.ts';
import type { StreamRecord } from './stream-record.ts';

/** Records that were given up after all retries. */
export interface DiscardedBatch {
  readonly records: readonly StreamRecord[];
  /** Number of invocations with these records. */
  readonly attempts: number;
}

export interface BatchOptions {
  readonly mapping: Pick<EventSourceModel, 'reportsItemFailures' | 'bisectsOnError' | 'retriesMax'>;
  readonly invoke: (event: unknown) => Promise<InvocationResult>;
  /** Receives a batch that failed too often. */
  readonly discard: (batch: DiscardedBatch) => Promise<void>;
  readonly stopped: AbortSignal;
}

interface PendingBatch {
  readonly records: readonly StreamRecord[];
  /** Retries so far. A bisection is not a retry. */
  readonly retries: number;
}

const backOffMsMax = 10_000;

/**
 * Passes records to the function in order, until each is processed or given up. A failing batch is bisected, which does not
 * count as a retry, to isolate the failing record. That record is retried as the mapping says.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 * @returns false if it was stopped before the end. The caller must then pass all records again.
 */
export async function processBatch(
  records: readonly StreamRecord[],
  options: BatchOptions,
): Promise<boolean> {
  const waiting: PendingBatch[] = [{ records, retries: 0 }];

  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (options.stopped.aborted) return false;
    const remaining = await attemptBatch(next.records, options);
    if (remaining.length === 0) continue;

    const half = Math.ceil(remaining.length / 2);
    if (options.mapping.bisectsOnError && remaining.length > 1) {
      waiting.unshift(
        { records: remaining.slice(0, half), retries: next.retries },
        { records: remaining.slice(half), retries: next.retries },
      );
    } else if (next.retries < options.mapping.retriesMax) {
      await backOff(next.retries, options.stopped);
      waiting.unshift({ records: remaining, retries: next.retries + 1 });
    } else {
      await options.discard({ records: remaining, attempts: next.retries + 1 });
    }
  }

  return true;
}

/** @returns the records to pass again: the first failed record and all after it. */
async function attemptBatch(
  records: readonly StreamRecord[],
  { mapping, invoke }: BatchOptions,
): Promise<readonly StreamRecord[]> {
  const failed = failedItems(
    await invoke({ Records: records.map(({ event }) => event) }),
    records.map(({ sequenceNumber }) => sequenceNumber),
    mapping.reportsItemFailures,
  );
  const firstFailed = records.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));

  return firstFailed === -1 ? [] : records.slice(firstFailed);
}

async function backOff(retries: number, stopped: AbortSignal): Promise<void> {
  await pause(Math.min(backOffMsMax, 100 * 2 ** retries), undefined, { signal: stopped }).catch(
    () => undefined,
  );
}

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
