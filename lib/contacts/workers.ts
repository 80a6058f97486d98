import { readImportMessage } from '#lib/contacts/import/state.ts';
import { importRowsSetAside } from '#lib/contacts/metric.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const contactWorkers = {
  runImport: queueWorker({
    queue: 'imports',
    overdue: { import: readImportMessage },
    summary: 'Creates and updates the contacts of a large file, part by part',
    needs: ['table:write', 'tokens:sign', 'imports:send'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    impact: 'large imports stall; contacts imported so far are kept',
    batchSize: 1,
    timeoutSeconds: 60,
    metrics: [importRowsSetAside],
  }),
};
