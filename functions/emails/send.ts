import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendMail } from '#lib/emails/send.ts';
import { emailWorkers, type SendCall } from '#lib/emails/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { linksBaseUrl, loopbackRule } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(emailWorkers.send, sendMail, {
  vault: kmsVault,
  signer: kmsTokenSigner,
  sends: () => sqsQueue<SendCall>('sends'),
  loopback: loopbackRule,
  linksBaseUrl,
});
