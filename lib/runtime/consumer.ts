import middy from '@middy/core';
import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { log } from '#lib/runtime/log.ts';
import { type Connected, connect, type Ports } from '#lib/runtime/ports.ts';
import { once, services } from '#lib/runtime/services.ts';
import type { QueueWorker, ScheduledWorker, StreamWorker } from '#lib/runtime/worker.ts';
import { itemFromStream } from '#lib/storage/stream.ts';
import type { Item } from '#lib/storage/table.ts';

/** How a message came. */
export interface Receipt {
  /** How often it was received, this time included: more than once when somebody failed, or could not delete it. */
  readonly receives: number;
}

/** What is left of a function's time when it stops waiting for its messages: enough to answer. Milliseconds. */
const reserveMs = 2000;

/**
 * A function that consumes a queue. Every message is parsed and handled by itself, all of a batch at once. A message that
 * throws, cannot be parsed or does not end in time is given back alone: the others of its batch are done. After five times
 * it ends in the dead-letter queue, which has an alarm. Returning means that the message is done.
 *
 * Work that did not end in time may go on in a later invocation of the same container, as work does whose message comes
 * again: leases and conditional writes decide which of them counts.
 */
export function queueConsumer<Message extends z.ZodMiniType, P extends Ports = Record<never, never>>(
  worker: QueueWorker<Message>,
  handle: (services: Connected<P>, message: z.output<Message>, receipt: Receipt) => Promise<void>,
  ports?: P,
) {
  const connected = once(() => connect(services(), ports));

  const handleRecord = async (record: SQSRecord): Promise<Outcome> => {
    try {
      const message = worker.message.parse(JSON.parse(record.body));
      await handle(connected(), message, { receives: receivesOf(record) });

      return { isDone: true };
    } catch (error) {
      return { isDone: false, outcome: 'failed', error };
    }
  };

  return middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }, context) => {
    const tooLate = Promise.withResolvers<Outcome>();
    const timer = setTimeout(
      () => tooLate.resolve({ isDone: false, outcome: 'too late' }),
      context.getRemainingTimeInMillis() - reserveMs,
    );
    const outcomes = await Promise.all(
      Records.map((record) => Promise.race([handleRecord(record), tooLate.promise])),
    );
    clearTimeout(timer);

    return { batchItemFailures: Records.flatMap((record, at) => failureOf(record, outcomes[at])) };
  });
}

type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly outcome: 'failed' | 'too late'; readonly error?: unknown };

const receivesOf = ({ attributes }: SQSRecord) => Number(attributes.ApproximateReceiveCount);

function failureOf(record: SQSRecord, result: Outcome | undefined) {
  if (!result || result.isDone) return [];
  log('error', 'message failed', { attempt: receivesOf(record), outcome: result.outcome }, result.error);

  return [{ itemIdentifier: record.messageId }];
}

/** A function that consumes inserts of the table's stream, in order. Throwing makes the whole batch come again. */
export function streamConsumer<P extends Ports = Record<never, never>>(
  _worker: StreamWorker,
  handle: (services: Connected<P>, items: readonly Item[]) => Promise<void>,
  ports?: P,
) {
  const connected = once(() => connect(services(), ports));

  return middy<DynamoDBStreamEvent, void>().handler(async ({ Records }) => {
    await handle(
      connected(),
      Records.flatMap(({ dynamodb }) => itemFromStream(dynamodb?.NewImage) ?? []),
    );
  });
}

/** A function that runs by itself. Throwing raises the alarm of its errors; the next run comes all the same. */
export function scheduledFunction<P extends Ports = Record<never, never>>(
  _worker: ScheduledWorker,
  run: (services: Connected<P>) => Promise<void>,
  ports?: P,
) {
  const connected = once(() => connect(services(), ports));

  return middy<unknown, void>().handler(() => run(connected()));
}
