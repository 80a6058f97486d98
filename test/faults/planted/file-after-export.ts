import { Readable } from 'node:stream';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { type BucketWriter, exportWriter } from '#lib/bucket/writer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { runExport } from '#lib/exports/run.ts';
import { exportWorkers } from '#lib/exports/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table } from '#lib/storage/table.ts';

/** Deliberately wrong: a file is written after the export that refers to it was committed. */
export const handler = queueConsumer(
  exportWorkers.run,
  (services, message) => {
    const { files, table } = withLateFiles(services.files, services.table);

    return runExport({ ...services, files, table }, message);
  },
  {
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
      write: async (...[key, content, type]: Parameters<BucketWriter['write']>) => {
        const pages = await Array.fromAsync(content);
        write = () => files.write(key, Readable.from(pages), type);
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
