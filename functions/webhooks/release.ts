import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { releaseHeld } from '#lib/webhooks/delivery/release.ts';
import { type DeliveryCall, type ReleaseCall, webhookWorkers } from '#lib/webhooks/workers.ts';

export const handler = queueConsumer(webhookWorkers.release, releaseHeld, {
  deliveries: () => sqsQueue<DeliveryCall>('deliveries'),
  releases: () => sqsQueue<ReleaseCall>('releases'),
});
