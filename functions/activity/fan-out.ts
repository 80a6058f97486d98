import { publishDeferred } from '#lib/activity/publish.ts';
import { publishQueues } from '#lib/activity/publish-queues.ts';
import { activityWorkers } from '#lib/activity/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(activityWorkers.fanOut, publishDeferred, publishQueues);
