import { kmsVault } from '#lib/crypto/vault.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { failingAttemptMs, loopbackRule, slowAfterMs } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { deliverQueued } from '#lib/webhooks/delivery/deliver-queued.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';

export const handler = queueConsumer(webhookWorkers.deliver, deliverQueued, {
  vault: kmsVault,
  deliveries: () => sqsQueue('deliveries'),
  slowlane: () => sqsQueue('slowlane'),
  loopback: loopbackRule,
  failingAttemptMs,
  slowAfterMs,
  lane: () => 'fast' as const,
});
