import { exportCleaner } from '#lib/bucket/bucket.ts';
import { exportWriter } from '#lib/bucket/writer.ts';
import { runBulkJob } from '#lib/bulk-jobs/run-bulk-job.ts';
import { bulkJobWorkers } from '#lib/bulk-jobs/workers.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { runExport } from '#lib/exports/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(
  bulkJobWorkers.run,
  // Exports share the queue of bulk jobs.
  (services, message, receipt) =>
    'exportId' in message ? runExport(services, message) : runBulkJob(services, message, receipt),
  {
    bulkjobs: () => sqsQueue('bulkjobs'),
    vault: kmsVault,
    files: exportWriter,
    cleaner: exportCleaner,
  },
);
