import { setAsideMetric } from '#lib/commit/set-aside.ts';
import { emailMetrics } from '#lib/events/email-metrics.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';
import { streamWorker } from '#lib/runtime/worker.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import { queueNames } from '#lib/values/queues.ts';

/** What every function that publishes needs: an outbox record can have a message for any queue. */
export const publishingNeeds = [
  'table:write',
  ...queueNames.map((queue) => `${queue}:send` as const),
] as const;

/** The operations `events.publish` and `events.fan-out`. */
export const eventWorkers = {
  publish: streamWorker({
    summary: 'Counts each event once and queues a delivery to every subscribed webhook',
    needs: publishingNeeds,
    impact: 'webhooks and statistics are delayed',
    pkPrefix: outboxPrefix,
    batchSize: 100,
    metrics: [...emailMetrics, setAsideMetric],
  }),
  fanOut: queueWorker({
    queue: 'fanouts',
    overdue: {},
    summary:
      'Publishes events with more deliveries than a workspace may have in one invocation of events.publish',
    // It publishes all records of its message, so that it never sends to its queue.
    needs: publishingNeeds.filter((need) => need !== 'fanouts:send'),
    impact: 'webhooks and statistics of workspaces with many deliveries are delayed',
    batchSize: 1,
    // A small share of a processor: a large fan-out must not overload the shared queues.
    memoryMb: 256,
    metrics: [...emailMetrics, setAsideMetric],
  }),
};
