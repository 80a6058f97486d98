import * as z from 'zod/mini';
import { importRowsSetAside } from '#lib/contacts/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { ImportId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message that resumes an import. Losing or repeating it affects only the timing. */
export const ImportMessage = z.object({
  workspaceId: idSchema('wsp'),
  importId: ImportId,
  /** Zero-based number of the parallel worker; undefined in the first message, which starts all workers. */
  lane: z.optional(z.int().check(z.minimum(0))),
});
export type ImportMessage = z.infer<typeof ImportMessage>;

export const contactWorkers = {
  runImport: queueWorker({
    queue: 'imports',
    summary: 'Creates and updates the contacts of a large file, part by part',
    needs: ['table:write', 'tokens:sign', 'imports:send'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    impact: 'large imports stall; contacts imported so far are kept',
    batchSize: 1,
    timeoutSeconds: 60,
    message: ImportMessage,
    metrics: [importRowsSetAside],
  }),
};
