import type { Context, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import { log } from '#lib/runtime/log.ts';
import '#lib/runtime/prime.ts';
import { type Connected, connect, once, type Ports, services } from '#lib/runtime/services.ts';
import type { MessageSchema, QueueWorker, ScheduledWorker, StreamWorker } from '#lib/runtime/worker.ts';
import { itemFromStream } from '#lib/storage/encoding.ts';
import type { Item } from '#lib/storage/table.ts';

/** How the message was received. */
export interface Receipt {
  /** Number of receives, including this one. More than 1 after a failure or an incomplete delete. */
  readonly receiveCount: number;
}

/** Time in milliseconds that is reserved for the response when the function stops waiting for its messages. */
const responseReserveMs = 2000;

/**
 * Creates a function that consumes a queue. It parses and handles the messages of a batch concurrently and independently.
 * Only messages that throw, cannot be parsed or time out are returned to the queue. After five receives a message moves to
 * the dead-letter queue, which has an alarm. If `handle` returns, the message is deleted.
 *
 * Work that timed out may continue in a later invocation of the same container, concurrently with the redelivered message.
 * Leases and conditional writes decide which of the two takes effect.
 */
export function queueConsumer<Schema extends MessageSchema, P extends Ports = Record<never, never>>(
  worker: QueueWorker<Schema>,
  handle: (services: Connected<P>, message: z.output<Schema>, receipt: Receipt) => Promise<void>,
  ports?: P,
) {
  const connected = once(() => connect(services(), ports));

  const handleRecord = async (record: SQSRecord): Promise<Outcome> => {
    try {
      const message = worker.message.parse(JSON.parse(record.body));
      await handle(connected(), message, { receiveCount: receiveCountOf(record) });

      return { isDone: true };
    } catch (error) {
      return { isDone: false, outcome: 'failed', error };
    }
  };

  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const timedOut = Promise.withResolvers<Outcome>();
    const timer = setTimeout(
      () => timedOut.resolve({ isDone: false, outcome: 'too late' }),
      context.getRemainingTimeInMillis() - responseReserveMs,
    );
    const outcomes = await Promise.all(
      Records.map((record) => Promise.race([handleRecord(record), timedOut.promise])),
    );
    clearTimeout(timer);

    // All other messages of the batch are deleted from the queue.
    return { batchItemFailures: Records.flatMap((record, at) => failureOf(record, outcomes[at])) };
  };
}

type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly outcome: 'failed' | 'too late'; readonly error?: unknown };

const receiveCountOf = ({ attributes }: SQSRecord) => Number(attributes.ApproximateReceiveCount);

function failureOf(record: SQSRecord, result: Outcome | undefined) {
  if (!result || result.isDone) return [];
  log('error', 'message failed', { attempt: receiveCountOf(record), outcome: result.outcome }, result.error);

  return [{ itemIdentifier: record.messageId }];
}

type Handler<Event> = (event: Event, context: Context) => Promise<void>;

/**
 * Creates a function that consumes inserts from the table's stream, in order. If `handle` throws, the whole batch is retried.
 * `_worker` is not used at run time; it names the contract in the function's file.
 */
export function streamConsumer<P extends Ports = Record<never, never>>(
  _worker: StreamWorker,
  handle: (services: Connected<P>, items: readonly Item[]) => Promise<void>,
  ports?: P,
): Handler<DynamoDBStreamEvent> {
  const connected = once(() => connect(services(), ports));

  return async ({ Records }) =>
    handle(
      connected(),
      Records.flatMap(({ dynamodb }) => itemFromStream(dynamodb?.NewImage) ?? []),
    );
}

/** Creates a function that runs on a schedule. If `run` throws, the error alarm fires; the next run is not affected. */
export function scheduledFunction<P extends Ports = Record<never, never>>(
  _worker: ScheduledWorker,
  run: (services: Connected<P>) => Promise<void>,
  ports?: P,
): Handler<unknown> {
  const connected = once(() => connect(services(), ports));

  return async () => run(connected());
}
