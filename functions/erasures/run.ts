import { exportCleaner } from '#lib/bucket/bucket.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { runErasure } from '#lib/erasures/run.ts';
import { erasureWorkers } from '#lib/erasures/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(erasureWorkers.run, runErasure, {
  signer: kmsTokenSigner,
  erasures: () => sqsQueue('erasures'),
  cleaner: exportCleaner,
});
