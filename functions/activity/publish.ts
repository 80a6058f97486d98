import { publish } from '#lib/publishing/publish.ts';
import { publishQueues } from '#lib/publishing/publish-queues.ts';
import { activityWorkers } from '#lib/publishing/workers.ts';
import { streamConsumer } from '#lib/runtime/consumer.ts';

export const handler = streamConsumer(
  activityWorkers.publish,
  (services, items) => publish(services, items),
  publishQueues,
);
