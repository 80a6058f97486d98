import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { OverdueReader, QueueWorker } from '#lib/runtime/worker.ts';
import { type QueueMessage, type QueueName, queues } from '#lib/values/queues.ts';

/* Separate from the other workers, so that their functions do not bundle the messages of queues. */

/** All but what `queues` defines. It has a reader for each kind of overdue work of the queue. */
type QueueWorkerDefinition<Name extends QueueName> = Omit<QueueWorker, 'trigger' | 'message' | 'overdue'> & {
  readonly queue: Name;
  readonly overdue: {
    readonly [Kind in keyof (typeof queues)[Name]['overdueAfterMs']]: OverdueReader<QueueMessage<Name>>;
  };
};

/**
 * A message that a queue consumer could not process. The consumer returns it to the queue and does not fail itself, so
 * Lambda's `Errors` stays 0.
 */
export const messagesFailed: LogMetric = {
  name: 'MessagesFailed',
  where: { message: 'message failed' },
  isByOperation: true,
};

/** Adds the trigger, the messages and the failure metric to the definition of a worker. */
export function queueWorker<Name extends QueueName>(
  definition: QueueWorkerDefinition<Name>,
): QueueWorker<(typeof queues)[Name]['message']> {
  const { queue, metrics = [] } = definition;

  return {
    trigger: 'queue',
    ...definition,
    message: queues[queue].message,
    metrics: [...metrics, messagesFailed],
  };
}
