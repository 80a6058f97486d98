import { runImport } from '#lib/contacts/import/run-import.ts';
import { contactWorkers } from '#lib/contacts/workers.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(contactWorkers.runImport, runImport, {
  signer: kmsTokenSigner,
  imports: () => sqsQueue('imports'),
});
