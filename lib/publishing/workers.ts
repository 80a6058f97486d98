import * as z from 'zod/mini';
import { setAsideMetric } from '#lib/commit/set-aside.ts';
import { emailMetrics } from '#lib/publishing/email-metrics.ts';
import { queueWorker, streamWorker } from '#lib/runtime/worker.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import { idSchema } from '#lib/values/schemas.ts';

const needs = [
  'table:write',
  'deliveries:send',
  'releases:send',
  'ticks:send',
  'jobs:send',
  'sends:send',
  'suppressions:send',
  'syncs:send',
  'imports:send',
  'bulkjobs:send',
  'erasures:send',
] as const;

/** BatchGetItem reads at most 100 keys. */
export const fanOutRecordsMax = 100;

/** Outbox records of one workspace to publish. Lost or duplicate messages affect only timing. */
export const FanOutMessage = z.object({
  workspaceId: idSchema('wsp'),
  records: z
    .array(z.object({ pk: z.string(), sk: z.string() }))
    .check(z.minLength(1), z.maxLength(fanOutRecordsMax)),
});
export type FanOutMessage = z.infer<typeof FanOutMessage>;

/** The operations `activity.publish` and `activity.fan-out`. */
export const activityWorkers = {
  publish: streamWorker({
    summary: 'Counts each event once and queues a delivery to every subscribed webhook',
    needs: [...needs, 'fanouts:send'],
    impact: 'webhooks and statistics are delayed',
    pkPrefix: outboxPrefix,
    batchSize: 100,
    metrics: [...emailMetrics, setAsideMetric],
  }),
  fanOut: queueWorker({
    queue: 'fanouts',
    summary:
      'Publishes events with more deliveries than a workspace may have in one invocation of activity.publish',
    needs,
    impact: 'webhooks and statistics of workspaces with many deliveries are delayed',
    batchSize: 1,
    // A small share of a processor: a large fan-out must not overload the shared queues.
    memoryMb: 256,
    message: FanOutMessage,
    metrics: [...emailMetrics, setAsideMetric],
  }),
};
