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

/**
 * A function that consumes a queue. Every message is parsed and handled by itself, all of a batch at once; one that
 * throws — or cannot be parsed — is given back and, after five times, ends in the dead-letter queue, where an alarm
 * sees it. Returning means that the message is done.
 */
export function queueConsumer<Message extends z.ZodMiniType, P extends Ports = Record<never, never>>(
  worker: QueueWorker<Message>,
  handle: (services: Connected<P>, message: z.output<Message>, receipt: Receipt) => Promise<void>,
  ports?: P,
) {
  const connected = once(() => connect(services(), ports));

  const handleRecord = async (record: SQSRecord): Promise<string[]> => {
    const receives = Number(record.attributes.ApproximateReceiveCount);
    try {
      await handle(connected(), worker.message.parse(JSON.parse(record.body)), { receives });

      return [];
    } catch (error) {
      log('error', 'message failed', { attempt: receives }, error);

      return [record.messageId];
    }
  };

  return middy<SQSEvent, SQSBatchResponse>().handler(async ({ Records }) => {
    const failed = await Promise.all(Records.map(handleRecord));

    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  });
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
