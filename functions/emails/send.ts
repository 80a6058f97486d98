import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import { emailWorkers } from '#lib/emails/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { linksBaseUrl, loopbackRule } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(emailWorkers.send, sendQueued, {
  vault: kmsVault,
  signer: kmsTokenSigner,
  sends: () => sqsQueue('sends'),
  loopback: loopbackRule,
  linksBaseUrl,
});
