import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message that resumes a job. Losing or repeating it affects only the timing. */
export const SuppressionMessage = z.object({ workspaceId: idSchema('wsp'), jobId: idSchema('job') });
export type SuppressionMessage = z.infer<typeof SuppressionMessage>;

export const blocklistWorkers = {
  apply: queueWorker({
    queue: 'suppressions',
    summary: 'Suppresses the contacts of a blocked domain, or releases them after the entry was removed',
    needs: ['table:write', 'suppressions:send'],
    emits: ['contact.blocklisted', 'contact.updated'],
    impact: 'contacts of newly blocked domains may still receive email',
    batchSize: 1,
    timeoutSeconds: 60,
    message: SuppressionMessage,
  }),
};
