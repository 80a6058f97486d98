import { readBulkJobMessage } from '#lib/bulk-jobs/state.ts';
import { readExportMessage } from '#lib/exports/message.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const bulkJobWorkers = {
  run: queueWorker({
    queue: 'bulkjobs',
    overdue: { bulk_job: readBulkJobMessage, export: readExportMessage },
    summary: 'Changes the contacts of bulk jobs, part by part, and writes the files of exports',
    needs: ['table:write', 'bulkjobs:send', 'secrets:seal', 'exports:write', 'exports:delete'],
    emits: ['contact.updated', 'contact.blocklisted'],
    impact: 'bulk jobs and exports stall; contacts changed so far are kept',
    batchSize: 1,
    // An export is written in one invocation.
    timeoutSeconds: 900,
    metrics: [
      {
        // One line per contact that cannot be processed, or per failed part. Contacts that violate API rules are not counted.
        name: 'BulkItemsSetAside',
        where: { message: 'bulk job items set aside' },
        alarm: {
          threshold: 1,
          impact: 'contacts of an accepted bulk job were not changed: the report of the job lists them',
        },
      },
    ],
  }),
};
