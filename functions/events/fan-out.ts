import { publishDeferred } from '#lib/events/publish.ts';
import { publishQueues } from '#lib/events/publish-queues.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(eventWorkers.fanOut, publishDeferred, publishQueues);
