import type * as z from 'zod/mini';
import type { Capability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { QueueName } from '#lib/values/queues.ts';

interface WorkerBase {
  readonly summary: string;
  readonly needs: readonly Capability[];
  /** The events that the worker's changes may cause. `infra/openapi/prose/event-table.ts` documents the changes. */
  readonly emits?: readonly EventKind[];
  /** Text of the alarm for the worker's dead letters or lag: the consequence for users while the worker is down. */
  readonly impact: string;
  /** Default 30. A queue's visibility timeout is six times this value, at most 20 minutes. */
  readonly timeoutSeconds?: number;
  /** Default 512. */
  readonly memoryMb?: number;
  readonly metrics?: readonly LogMetric[];
}

/** Consumes one queue, each message parsed by `message`. */
export interface QueueWorker<Message extends z.ZodMiniType = z.ZodMiniType> extends WorkerBase {
  readonly trigger: 'queue';
  readonly queue: QueueName;
  readonly batchSize: number;
  readonly message: Message;
}

/** Consumes the table's stream: inserted items with a partition key that begins with `pkPrefix`. */
export interface StreamWorker extends WorkerBase {
  readonly trigger: 'stream';
  readonly pkPrefix: string;
  readonly batchSize: number;
}

/** Runs on a schedule, at a fixed rate. */
export interface ScheduledWorker extends WorkerBase {
  readonly trigger: 'schedule';
  readonly expression: `rate(${string})`;
}

export type Worker = QueueWorker | StreamWorker | ScheduledWorker;

/** One metric, and so one alarm, for the failures of all workers. */
const workersFail = {
  name: 'WorkersFail',
  alarm: {
    threshold: 1,
    isLasting: true,
    impact: 'sending, webhooks, imports or statistics partly stop: the log names the worker',
  },
} as const;

/**
 * A message that a queue consumer could not process. The consumer returns it to the queue and does not fail itself, so
 * Lambda's `Errors` stays 0.
 */
const messageFailed: LogMetric = { ...workersFail, where: { message: 'message failed' } };

/**
 * An invocation that threw, crashed or timed out. Lambda writes this line with level WARN, which every stage keeps.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
const invocationFailed: LogMetric = {
  ...workersFail,
  where: { type: 'platform.report' },
  whereNot: { 'record.status': 'success' },
};

/** Adds the trigger and the failure metrics to the definition of a worker. The two functions below do the same. */
export function queueWorker<const Message extends z.ZodMiniType>(
  definition: Omit<QueueWorker<Message>, 'trigger'>,
): QueueWorker<Message> {
  const { metrics = [] } = definition;

  return { trigger: 'queue', ...definition, metrics: [...metrics, messageFailed, invocationFailed] };
}

export function streamWorker(definition: Omit<StreamWorker, 'trigger'>): StreamWorker {
  const { metrics = [] } = definition;

  return { trigger: 'stream', ...definition, metrics: [...metrics, invocationFailed] };
}

export function scheduledWorker(definition: Omit<ScheduledWorker, 'trigger'>): ScheduledWorker {
  const { metrics = [] } = definition;

  return { trigger: 'schedule', ...definition, metrics: [...metrics, invocationFailed] };
}
