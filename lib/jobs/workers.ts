import { readJobMessage } from '#lib/jobs/jobs.ts';
import { jobItemsSetAside, jobsFailed } from '#lib/jobs/metric.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const jobWorkers = {
  run: queueWorker({
    queue: 'jobs',
    overdue: { job: readJobMessage },
    summary:
      'Runs jobs in chunks: imports, bulk jobs, erasures, replays, and changes of recipients and suppressions',
    needs: ['table:write', 'jobs:send', 'ticks:send', 'tokens:sign', 'exports:delete'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    impact: 'jobs stall; what they have done so far is kept',
    batchSize: 1,
    timeoutSeconds: 60,
    metrics: [jobItemsSetAside, jobsFailed],
  }),
};
