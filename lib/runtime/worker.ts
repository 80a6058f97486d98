import type * as z from 'zod/mini';
import type { Capability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { QueueName } from '#lib/values/queues.ts';

interface WorkerBase {
  readonly summary: string;
  readonly needs: readonly Capability[];
  /** The events that its changes may cause. `infra/openapi/prose/event-table.ts` says which change emits them. */
  readonly emits?: readonly EventKind[];
  /** Who is hurt, and how, while this worker does not run: the text of its alarm. */
  readonly impact: string;
  /** Default 30. A queue's visibility time-out is six times this. */
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

/** Consumes inserts into the table whose partition key begins with `pkPrefix`. */
export interface StreamWorker extends WorkerBase {
  readonly trigger: 'stream';
  readonly pkPrefix: string;
  readonly batchSize: number;
}

/** Runs by itself, at a rate. */
export interface ScheduledWorker extends WorkerBase {
  readonly trigger: 'schedule';
  readonly expression: `rate(${string})`;
}

export type Worker = QueueWorker | StreamWorker | ScheduledWorker;

const workersFail = {
  name: 'WorkersFail',
  alarm: {
    threshold: 1,
    isLasting: true,
    impact: 'sending, webhooks, imports or statistics stop in part: the log names the worker',
  },
} as const;

/** A message that a queue consumer gave back. It reports failed messages instead of failing, so Lambda's `Errors` stays 0. */
const messageFailed: LogMetric = { ...workersFail, where: { message: 'message failed' } };

/**
 * An invocation that threw, crashed or timed out, in a line of Lambda's own. The line has the level WARN, which every stage
 * keeps. https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
const invocationFailed: LogMetric = {
  ...workersFail,
  where: { type: 'platform.report' },
  whereNot: { 'record.status': 'success' },
};

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
