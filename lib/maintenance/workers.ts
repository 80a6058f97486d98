import { setAsideMetric } from '#lib/commit/set-aside.ts';
import { emailMetrics } from '#lib/events/email-metrics.ts';
import { publishingNeeds } from '#lib/events/workers.ts';
import { scheduledWorker } from '#lib/runtime/worker.ts';

export const maintenanceWorkers = {
  sweep: scheduledWorker({
    summary: 'Finds overdue work and queues it again; requests due inboxes; checks tracking domains',
    needs: [...publishingNeeds, 'dead-letters:count', 'tokens:sign', 'network:outbound'],
    impact: 'inboxes are not read, and work is not done after its queue message was lost',
    expression: 'rate(1 minute)',
    timeoutSeconds: 50,
    metrics: [
      ...emailMetrics,
      setAsideMetric,
      {
        name: 'DeadLetters',
        where: { message: 'dead letters' },
        alarm: {
          threshold: 1,
          severity: 'ticket',
          impact: 'work that failed five times is not done: the log names its queue',
        },
      },
      {
        name: 'OldestPendingEventSeconds',
        where: { message: 'found work that was late', outcome: 'events' },
        value: 'lateSeconds',
        alarm: { threshold: 300, impact: 'webhooks and statistics are delayed' },
      },
      {
        name: 'OldestDueInboxSeconds',
        where: { message: 'found work that was late', outcome: 'inboxes' },
        value: 'lateSeconds',
        alarm: {
          threshold: 900,
          impact: 'replies and bounces have no effect',
        },
      },
      {
        name: 'OldestDueDeliverySeconds',
        where: { message: 'found work that was late', outcome: 'delivery' },
        value: 'lateSeconds',
        alarm: { threshold: 300, impact: 'retries and released webhook events are delayed' },
      },
    ],
  }),
};
