import { readExportMessage } from '#lib/exports/message.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const exportWorkers = {
  run: queueWorker({
    queue: 'exports',
    overdue: { export: readExportMessage },
    summary: 'Writes the files of exports',
    needs: ['table:write', 'secrets:seal', 'exports:write', 'exports:delete'],
    impact: 'exports stall',
    batchSize: 1,
    // An export is written in one invocation.
    timeoutSeconds: 900,
  }),
};
