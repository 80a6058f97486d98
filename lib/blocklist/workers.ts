import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Asks to go on with a job. Losing or doubling one changes nothing but timing. */
export const SuppressionCall = z.object({ workspaceId: idSchema('wsp'), jobId: idSchema('job') });
export type SuppressionCall = z.infer<typeof SuppressionCall>;

export const blocklistWorkers = {
  apply: queueWorker({
    queue: 'suppressions',
    summary: 'Suppresses the contacts of a blocked domain, or frees those of one that is blocked no longer',
    needs: ['table:write', 'suppressions:send'],
    emits: ['contact.blocklisted', 'contact.updated'],
    impact: 'contacts of domains that were just blocked may still be mailed',
    batchSize: 1,
    timeoutSeconds: 60,
    message: SuppressionCall,
  }),
};
