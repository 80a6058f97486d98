import { type BucketWriter, exportCleaner, exportWriter } from '#lib/bucket/bucket.ts';
import { bulkJobWorkers } from '#lib/bulk-jobs/workers.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { ExportMessage } from '#lib/exports/message.ts';
import { runExport } from '#lib/exports/run-export.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table } from '#lib/storage/table.ts';

/** Deliberately wrong: a file is written after the export that refers to it was committed. */
export const handler = queueConsumer(
  bulkJobWorkers.run,
  (services, message) => {
    const { files, table } = withLateFiles(services.files, services.table);

    return runExport({ ...services, files, table }, ExportMessage.parse(message));
  },
  {
    bulkjobs: () => sqsQueue<ExportMessage>('bulkjobs'),
    vault: kmsVault,
    files: () => exportWriter(),
    cleaner: () => exportCleaner(),
  },
);

function withLateFiles(files: BucketWriter, table: Table) {
  let write: () => Promise<void> = async () => undefined;

  return {
    files: {
      ...files,
      put: async (...input: Parameters<BucketWriter['put']>) => {
        write = () => files.put(...input);
      },
    },
    table: {
      ...table,
      transact: async (...input: Parameters<Table['transact']>) => {
        await table.transact(...input);
        await write();
      },
    },
  };
}
