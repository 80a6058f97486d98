import { runBulkJob } from '#lib/bulk-jobs/run-bulk-job.ts';
import { bulkJobWorkers } from '#lib/bulk-jobs/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table, Write } from '#lib/storage/table.ts';
import { BulkJobMessage } from '#lib/values/queues.ts';

/** Deliberately wrong: the outcomes of a chunk are recorded after its changes, in a second transaction. */
export const handler = queueConsumer(
  bulkJobWorkers.run,
  (services, message) =>
    runBulkJob({ ...services, table: tableWithLateRecords(services.table) }, BulkJobMessage.parse(message)),
  { bulkjobs: () => sqsQueue('bulkjobs') },
);

const isRecord = (write: Write) => 'put' in write && write.put.sk.startsWith('CHUNK#');

function tableWithLateRecords(table: Table): Table {
  return {
    ...table,
    transact: async (writes) => {
      const others = writes.filter((write) => !isRecord(write));
      if (others.length > 0) await table.transact(others);
      if (others.length < writes.length) await table.transact(writes.filter(isRecord));
    },
  };
}
