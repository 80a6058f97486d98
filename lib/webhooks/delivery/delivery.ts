import * as z from 'zod/mini';
import { EventKind } from '#lib/values/event-kind.ts';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

export const DeliveryId = idSchema('dlv');

export const DeliveryStatus = z.enum(['delivered', 'pending', 'exhausted', 'held']);

/** One POST of an attempt, and what came of it. */
export const DeliveryRequest = z.strictObject({
  /** Which of the webhook's secrets made `X-Webhook-Signature`. */
  signedWith: z.enum(['current', 'previous']),
  /** Null when nobody answered. */
  statusCode: z.nullable(z.int()),
  /** Why nobody answered; null when somebody did. */
  error: z.nullable(z.enum(['dns', 'blocked_address', 'connect', 'tls', 'timeout', 'reset', 'too_large'])),
  durationMs: z.int(),
  /** The beginning of the answer's body, at most 1 KB; empty where it is no plain text. */
  responseSnippet: z.string(),
});
export type DeliveryRequest = z.infer<typeof DeliveryRequest>;

/** Two requests only where the first may have been rejected for its signature, and another secret was valid. */
const Requests = z.array(DeliveryRequest).check(z.minLength(1), z.maxLength(2));

export const DeliveryAttempt = z.strictObject({
  /** Of the schedule, from 1; of a resend, that of the attempt before it. */
  number: z.int(),
  trigger: z.enum(['schedule', 'resend']),
  startedAt: Timestamp,
  requests: Requests,
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** A page of a hundred deliveries, each with so many attempts, stays below the 6 MB that a function may answer. */
export const attemptsShownMax = 10;

export const Delivery = z.strictObject({
  id: DeliveryId,
  webhookId: idSchema('whk'),
  eventId: idSchema('evt'),
  event: EventKind,
  status: DeliveryStatus,
  /** When the next attempt is due; null unless `pending`. */
  nextAttemptAt: z.nullable(Timestamp),
  /** The last of them, oldest first. */
  attempts: z.array(DeliveryAttempt).check(z.maxLength(attemptsShownMax)),
  /** How often its owner asked for one more attempt. */
  resends: z.int(),
  createdAt: Timestamp,
});
export type Delivery = z.infer<typeof Delivery>;

/** What `POST /webhooks/{id}/test` tells: the event that was sent, and what came of it. */
export const TestResult = z.strictObject({
  eventId: idSchema('evt'),
  isDelivered: z.boolean(),
  requests: Requests,
});
export type TestResult = z.infer<typeof TestResult>;
