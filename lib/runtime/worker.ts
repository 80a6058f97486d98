import type * as z from 'zod/mini';
import type { Capability } from '#lib/runtime/capabilities.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';
import type { Item } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import type { QueuedWork, QueueName, WorkspaceMessage } from '#lib/values/queues.ts';

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

export type MessageSchema = z.ZodMiniType<WorkspaceMessage>;

/** Consumes one queue, each message parsed by `message`. */
export interface QueueWorker<Schema extends MessageSchema = MessageSchema> extends WorkerBase {
  readonly trigger: 'queue';
  readonly queue: QueueName;
  readonly batchSize: number;
  readonly message: Schema;
  /** For each kind of overdue work, the message for a stored item; undefined if the work is finished. */
  readonly overdue: { readonly [Kind in QueuedWork]?: OverdueReader<z.output<Schema>> };
}

export type OverdueReader<Message> = (item: Item | undefined) => Message | undefined;

/** Consumes the table's stream: inserted items with a partition key that begins with `pkPrefix`. */
export interface StreamWorker extends WorkerBase {
  readonly trigger: 'stream';
  readonly pkPrefix: string;
  readonly batchSize: number;
}

/** Runs on a schedule, at a fixed rate. The alarm for a stopped schedule expects several runs in five minutes. */
export interface ScheduledWorker extends WorkerBase {
  readonly trigger: 'schedule';
  readonly expression: 'rate(1 minute)';
}

export type Worker = QueueWorker | StreamWorker | ScheduledWorker;

/** Adds the trigger to the definition of a worker. */
export function streamWorker(definition: Omit<StreamWorker, 'trigger'>): StreamWorker {
  return { trigger: 'stream', ...definition };
}

export function scheduledWorker(definition: Omit<ScheduledWorker, 'trigger'>): ScheduledWorker {
  return { trigger: 'schedule', ...definition };
}
