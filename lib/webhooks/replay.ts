import * as z from 'zod/mini';
import { moment, Timestamp } from '#lib/values/schemas.ts';

const Deliveries = z.enum(['undelivered', 'all']);

/** The period of the events, and whether delivered ones are sent again. */
export const ReplayRequest = z.strictObject({
  after: moment(),
  before: z.optional(moment()),
  deliveries: z._default(Deliveries, 'undelivered'),
});
export type ReplayRequest = z.infer<typeof ReplayRequest>;

/** Why a replay ended before all events of its period were read. */
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

/**
 * The stored position of a replay. It contains the replay's start, so a late chunk of an earlier replay cannot change it.
 * @param eventId the last event that was read; empty at the start
 */
export function replayPosition({ startedAt }: Replay, eventId: string): string {
  return `${startedAt}#${eventId}`;
}

/** Whether a replay still reads events. */
export function isReplaying({ replay }: { readonly replay?: Replay | undefined }): boolean {
  return replay?.completedAt === null;
}
