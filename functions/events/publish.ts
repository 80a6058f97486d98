import { publish } from '#lib/events/publish.ts';
import { publishQueues } from '#lib/events/publish-queues.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { streamConsumer } from '#lib/runtime/consumer.ts';

export const handler = streamConsumer(
  eventWorkers.publish,
  (services, items) => publish(services, items),
  publishQueues,
);
