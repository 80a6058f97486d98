import { runImport } from '#lib/contacts/import/run-import.ts';
import { contactWorkers } from '#lib/contacts/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table, Write } from '#lib/storage/table.ts';

/** Deliberately wrong: the completion of chunks is not recorded. */
export const handler = queueConsumer(
  contactWorkers.runImport,
  (services, call) => runImport({ ...services, table: tableWithoutRecords(services.table) }, call),
  { imports: () => sqsQueue('imports') },
);

const isRecord = (write: Write) => 'put' in write && write.put.sk.startsWith('CHUNK#');

function tableWithoutRecords(table: Table): Table {
  return {
    ...table,
    transact: (writes) => table.transact(writes.filter((write) => !isRecord(write))),
  };
}
