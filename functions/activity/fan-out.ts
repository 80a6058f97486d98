import { publishDeferred } from '#lib/publishing/publish.ts';
import { publishQueues } from '#lib/publishing/publish-queues.ts';
import { activityWorkers } from '#lib/publishing/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(activityWorkers.fanOut, publishDeferred, publishQueues);
