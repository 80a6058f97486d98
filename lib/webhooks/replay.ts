import * as z from 'zod/mini';
import { storedJob } from '#lib/jobs/job.ts';
import { moment, Timestamp } from '#lib/values/schemas.ts';

const Deliveries = z.enum(['undelivered', 'all']);

/** The period of the events, and whether delivered ones are sent again. */
export const ReplayRequest = z.strictObject({
  after: moment(),
  before: z.optional(moment()),
  deliveries: z._default(Deliveries, 'undelivered'),
});
export type ReplayRequest = z.infer<typeof ReplayRequest>;

/** Why a replay does not send all events of its period. */
export const ReplayFailure = z.strictObject({
  code: z.enum(['events_unreadable']),
  message: z.string(),
  occurredAt: Timestamp,
});
export type ReplayFailure = z.infer<typeof ReplayFailure>;

/** The last replay of a webhook. */
export const Replay = z.strictObject({
  after: Timestamp,
  before: Timestamp,
  deliveries: Deliveries,
  /** Deliveries that were queued so far. */
  queued: z.int(),
  /** Also identifies the replay. */
  startedAt: Timestamp,
  /** Null while events are being read. */
  completedAt: z.nullable(Timestamp),
  /** Null unless the replay failed. */
  statusReason: z._default(z.nullable(ReplayFailure), null),
});
export type Replay = z.infer<typeof Replay>;

export const replayKind = 'replay';

export const ReplayJob = z.object({
  ...storedJob,
  webhookId: z.string(),
  /** The last event that was read. */
  eventId: z.optional(z.string()),
});
export type ReplayJob = z.infer<typeof ReplayJob>;

/** Whether a replay still reads events. */
export function isReplaying({ replayJobId }: { readonly replayJobId?: string | undefined }): boolean {
  return replayJobId !== undefined;
}
