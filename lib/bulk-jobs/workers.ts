import * as z from 'zod/mini';
import { ExportMessage } from '#lib/exports/message.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { BulkJobId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message that resumes a bulk job. Losing or repeating it affects only the timing. */
export const BulkJobMessage = z.object({
  workspaceId: idSchema('wsp'),
  jobId: BulkJobId,
  /** Zero-based number of the parallel worker; undefined in the first message, which selects the contacts and starts all. */
  lane: z.optional(z.int().check(z.minimum(0))),
});
export type BulkJobMessage = z.infer<typeof BulkJobMessage>;

/** Exports share the queue and the worker of bulk jobs, because each queue costs a stage half a dollar a month. */
const BulkQueueMessage = z.union([BulkJobMessage, ExportMessage]);
export type BulkQueueMessage = z.infer<typeof BulkQueueMessage>;

export const bulkJobWorkers = {
  run: queueWorker({
    queue: 'bulkjobs',
    summary: 'Changes the contacts of bulk jobs, part by part, and writes the files of exports',
    needs: ['table:write', 'bulkjobs:send', 'secrets:seal', 'exports:write', 'exports:delete'],
    emits: ['contact.updated', 'contact.blocklisted'],
    impact: 'bulk jobs and exports stall; contacts changed so far are kept',
    batchSize: 1,
    // An export is written in one invocation.
    timeoutSeconds: 900,
    message: BulkQueueMessage,
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
