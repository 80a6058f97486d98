import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { releaseHeld } from '#lib/webhooks/delivery/release.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';

export const handler = queueConsumer(webhookWorkers.release, releaseHeld, {
  deliveries: () => sqsQueue('deliveries'),
  slowlane: () => sqsQueue('slowlane'),
  releases: () => sqsQueue('releases'),
});
