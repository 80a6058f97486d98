import { bulkJobs } from '#lib/bulk-jobs/description.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import type { Table, Write } from '#lib/storage/table.ts';

/** Deliberately wrong: the progress of a chunk is committed after its changes, in a second transaction. */
export const handler = queueConsumer(
  jobWorkers.run,
  (services, message) =>
    jobRunner([bulkJobs])({ ...services, table: tableWithLateProgress(services.table) }, message),
  { jobs: () => sqsQueue('jobs') },
);

const isProgress = (write: Write) =>
  ('put' in write && write.put.sk.startsWith('CHUNK#')) ||
  ('update' in write && 'chunks' in (write.add ?? {}));

function tableWithLateProgress(table: Table): Table {
  return {
    ...table,
    transact: async (writes) => {
      const others = writes.filter((write) => !isProgress(write));
      if (others.length > 0) await table.transact(others);
      if (others.length < writes.length) await table.transact(writes.filter(isProgress));
    },
  };
}
