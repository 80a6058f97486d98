import { importJobs } from '#lib/contacts/import/description.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table, Write } from '#lib/storage/table.ts';

/** Deliberately wrong: the completion of chunks is not recorded. */
export const handler = queueConsumer(
  jobWorkers.run,
  (services, call) =>
    jobRunner([importJobs])({ ...services, table: tableWithoutRecords(services.table) }, call),
  { jobs: () => sqsQueue('jobs') },
);

const isRecord = (write: Write) => 'put' in write && write.put.sk.startsWith('CHUNK#');

function tableWithoutRecords(table: Table): Table {
  return {
    ...table,
    transact: (writes) => table.transact(writes.filter((write) => !isRecord(write))),
  };
}
