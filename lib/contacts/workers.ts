import * as z from 'zod/mini';
import { ImportId } from '#lib/contacts/import/id.ts';
import { importRowsSetAside } from '#lib/contacts/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Asks to go on with an import. Losing or doubling one changes nothing but timing. */
export const ImportCall = z.object({
  workspaceId: idSchema('wsp'),
  importId: ImportId,
  /** Which of the workers that an import may have at once; undefined: all that it needs. */
  lane: z.optional(z.int().check(z.minimum(0))),
});
export type ImportCall = z.infer<typeof ImportCall>;

export const contactWorkers = {
  runImport: queueWorker({
    queue: 'imports',
    summary: 'Creates and updates the contacts of a large file, part by part',
    needs: ['table:write', 'imports:send'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    impact: 'large imports stand still; what they have done so far stays done',
    batchSize: 1,
    timeoutSeconds: 60,
    message: ImportCall,
    metrics: [importRowsSetAside],
  }),
};
