import { kmsVault } from '#lib/crypto/vault.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { deliverEvent } from '#lib/webhooks/deliver.ts';
import { type DeliveryCall, webhookWorkers } from '#lib/webhooks/workers.ts';

export const handler = queueConsumer(webhookWorkers.deliver, deliverEvent, {
  vault: kmsVault,
  deliveries: () => sqsQueue<DeliveryCall>('deliveries'),
  loopback: loopbackRule,
});
