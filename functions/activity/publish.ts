import { publish } from '#lib/activity/publish.ts';
import { publishQueues } from '#lib/activity/publish-queues.ts';
import { activityWorkers } from '#lib/activity/workers.ts';
import { streamConsumer } from '#lib/runtime/consumer.ts';

export const handler = streamConsumer(
  activityWorkers.publish,
  (services, items) => publish(services, items),
  publishQueues,
);
