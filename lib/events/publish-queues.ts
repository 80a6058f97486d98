import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';

/** Ports of every function that publishes: an outbox record can have a message for any queue. */
export const publishQueues = recordOf(queueNames, (name) => () => sqsQueue(name));
