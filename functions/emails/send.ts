import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendEmail } from '#lib/emails/send.ts';
import { emailWorkers, type SendMessage } from '#lib/emails/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { linksBaseUrl, loopbackRule } from '#lib/runtime/config.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(emailWorkers.send, sendEmail, {
  vault: kmsVault,
  signer: kmsTokenSigner,
  sends: () => sqsQueue<SendMessage>('sends'),
  loopback: loopbackRule,
  linksBaseUrl,
});
