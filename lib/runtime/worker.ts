import type * as z from 'zod/mini';
import type { EventKind } from '#lib/activity/event.ts';
import type { QueueName } from '#lib/queue/queues.ts';
import type { Capability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

interface WorkerBase {
  readonly summary: string;
  readonly needs: readonly Capability[];
  /** The events that its changes may cause. When they do is told in `infra/openapi/prose/event-sources.ts`. */
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
  /** At most this many invocations at once. SQS asks for at least 2. */
  readonly concurrency?: number;
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

/** Messages that a worker gave back: of the same message, up to five. */
export const messagesFailed: LogMetric = {
  name: 'MessagesFailed',
  where: { message: 'message failed' },
  byOperation: true,
};

export function queueWorker<const Message extends z.ZodMiniType>(
  definition: Omit<QueueWorker<Message>, 'trigger'>,
): QueueWorker<Message> {
  const { metrics = [] } = definition;

  return { trigger: 'queue', ...definition, metrics: [...metrics, messagesFailed] };
}

export function streamWorker(definition: Omit<StreamWorker, 'trigger'>): StreamWorker {
  return { trigger: 'stream', ...definition };
}

export function scheduledWorker(definition: Omit<ScheduledWorker, 'trigger'>): ScheduledWorker {
  return { trigger: 'schedule', ...definition };
}
