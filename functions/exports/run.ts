import { exportCleaner } from '#lib/bucket/bucket.ts';
import { exportWriter } from '#lib/bucket/writer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { runExport } from '#lib/exports/run.ts';
import { exportWorkers } from '#lib/exports/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(exportWorkers.run, (services, message) => runExport(services, message), {
  vault: kmsVault,
  files: exportWriter,
  cleaner: exportCleaner,
});
