import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { ContactId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message that resumes an erasure. Losing or repeating it affects only the timing. */
export const ErasureMessage = z.object({ workspaceId: idSchema('wsp'), contactId: ContactId });
export type ErasureMessage = z.infer<typeof ErasureMessage>;

export const erasureWorkers = {
  run: queueWorker({
    queue: 'erasures',
    summary: 'Erases the personal data of a contact in chunks',
    needs: ['table:write', 'tokens:sign', 'erasures:send', 'exports:delete'],
    impact: 'personal data of erased contacts is kept',
    batchSize: 1,
    timeoutSeconds: 60,
    message: ErasureMessage,
  }),
};
