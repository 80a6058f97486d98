import { setAsideMetric } from '#lib/commit/set-aside.ts';
import { mailMetrics } from '#lib/publishing/mails-told.ts';
import { scheduledWorker } from '#lib/runtime/worker.ts';

export const maintenanceWorkers = {
  sweep: scheduledWorker({
    summary: 'Finds whatever is late and wakes what should have done it; checks domains for links',
    needs: [
      'table:write',
      'ticks:send',
      'jobs:send',
      'deliveries:send',
      'slowlane:send',
      'releases:send',
      'suppressions:send',
      'syncs:send',
      'imports:send',
      'fanouts:send',
      'dead-letters:count',
      'tokens:sign',
      'network:outbound',
    ],
    impact: 'work whose wake-up call was lost stays undone',
    expression: 'rate(1 minute)',
    timeoutSeconds: 50,
    metrics: [
      ...mailMetrics,
      setAsideMetric,
      {
        name: 'DeadLetters',
        where: { message: 'dead letters' },
        alarm: { threshold: 1, impact: 'work that failed five times is not done; the log names its queue' },
      },
      {
        name: 'OldestPendingEventSeconds',
        where: { message: 'found work that was late', outcome: 'events' },
        value: 'lateSeconds',
        alarm: { threshold: 300, impact: 'webhooks and statistics are behind what happened' },
      },
      {
        name: 'OldestDueDeliverySeconds',
        where: { message: 'found work that was late', outcome: 'deliveries' },
        value: 'lateSeconds',
        alarm: { threshold: 300, impact: 'webhook subscribers get retries and released events late' },
      },
    ],
  }),
};
