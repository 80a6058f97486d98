import { setTimeout as pause } from 'node:timers/promises';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { EventSourceModel } from '../template/event-sources.ts';
import { failedItems } from './item-failures.ts';
import type { StreamRecord } from './stream-record.ts';

export interface DiscardedBatch {
  readonly records: readonly StreamRecord[];
  readonly attempts: number;
}

export interface BatchOptions {
  readonly mapping: EventSourceModel;
  readonly invoke: (event: unknown) => Promise<InvocationResult>;
  /** Receives a batch that failed too often. */
  readonly discard: (batch: DiscardedBatch) => Promise<void>;
  readonly stopped: AbortSignal;
}

interface Attempt {
  readonly records: readonly StreamRecord[];
  readonly attempts: number;
}

const backOffMsMax = 10_000;

/**
 * Passes records to the function in order, until each is processed or given up. A failing batch is bisected,
 * which does not count as a retry, to isolate the failing record. That record is retried as the mapping says.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 * @returns false when
 * it was stopped before the end; then all records must be passed again.
 */
export async function processBatch(
  records: readonly StreamRecord[],
  options: BatchOptions,
): Promise<boolean> {
  const waiting: Attempt[] = [{ records, attempts: 0 }];

  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (options.stopped.aborted) return false;
    const remaining = await attemptBatch(next.records, options);
    if (remaining.length === 0) continue;

    const half = Math.ceil(remaining.length / 2);
    if (options.mapping.bisectsOnError && remaining.length > 1) {
      waiting.unshift(
        { records: remaining.slice(0, half), attempts: next.attempts },
        { records: remaining.slice(half), attempts: next.attempts },
      );
    } else if (next.attempts < options.mapping.retriesMax) {
      await backOff(next.attempts, options.stopped);
      waiting.unshift({ records: remaining, attempts: next.attempts + 1 });
    } else {
      await options.discard({ records: remaining, attempts: next.attempts + 1 });
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

async function backOff(attempts: number, stopped: AbortSignal): Promise<void> {
  await pause(Math.min(backOffMsMax, 100 * 2 ** attempts), undefined, { signal: stopped }).catch(
    () => undefined,
  );
}
