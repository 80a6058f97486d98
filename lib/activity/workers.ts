import { mailMetrics } from '#lib/activity/mails-told.ts';
import { streamWorker } from '#lib/runtime/worker.ts';
import { outboxPrefix } from '#lib/storage/outbox.ts';

export const activityWorkers = {
  publish: streamWorker({
    summary: 'Counts each event once and hands it to every webhook that subscribed to it',
    needs: [
      'table:write',
      'deliveries:send',
      'slowlane:send',
      'releases:send',
      'ticks:send',
      'jobs:send',
      'suppressions:send',
      'syncs:send',
      'imports:send',
    ],
    impact: 'webhooks and statistics fall behind',
    pkPrefix: outboxPrefix,
    batchSize: 100,
    metrics: mailMetrics,
  }),
};
