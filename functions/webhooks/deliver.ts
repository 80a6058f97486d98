import { kmsVault } from '#lib/crypto/vault.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { failingAttemptMs, loopbackRule, slowAfterMs } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { deliverEvent } from '#lib/webhooks/delivery/deliver.ts';
import { type DeliveryMessage, type ReleaseMessage, webhookWorkers } from '#lib/webhooks/workers.ts';

export const handler = queueConsumer(webhookWorkers.deliver, deliverEvent, {
  vault: kmsVault,
  deliveries: () => sqsQueue<DeliveryMessage>('deliveries'),
  slowlane: () => sqsQueue<DeliveryMessage>('slowlane'),
  releases: () => sqsQueue<ReleaseMessage>('releases'),
  loopback: loopbackRule,
  failingAttemptMs,
  slowAfterMs,
  lane: () => 'fast' as const,
});
