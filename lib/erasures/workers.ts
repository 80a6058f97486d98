import { readErasureMessage } from '#lib/erasures/overdue.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const erasureWorkers = {
  run: queueWorker({
    queue: 'erasures',
    overdue: { erasure: readErasureMessage },
    summary: 'Erases the personal data of a contact in chunks',
    needs: ['table:write', 'tokens:sign', 'erasures:send', 'exports:delete'],
    impact: 'personal data of erased contacts is kept',
    batchSize: 1,
    timeoutSeconds: 60,
  }),
};
