import { readSuppressionMessage } from '#lib/blocklist/job.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const blocklistWorkers = {
  apply: queueWorker({
    queue: 'suppressions',
    overdue: { suppression: readSuppressionMessage },
    summary: 'Suppresses the contacts of a blocked domain, or releases them after the entry was removed',
    needs: ['table:write', 'suppressions:send'],
    emits: ['contact.blocklisted', 'contact.updated'],
    impact: 'contacts of newly blocked domains may still receive email',
    batchSize: 1,
    timeoutSeconds: 60,
  }),
};
