import * as z from 'zod/mini';
import { EventKind } from '#lib/values/event-kind.ts';
import { idSchema, Timestamp, text } from '#lib/values/schemas.ts';
import { secretsMax } from '#lib/webhooks/webhook.ts';

export const DeliveryId = idSchema('dlv');

export const DeliveryStatus = z.enum(['delivered', 'pending', 'exhausted', 'held']);

/** The status code of the last response: exact, by its first digit, or `none` without a response. */
export const StatusCodeFilter = text(
  4,
  z.regex(/^([1-5]\d\d|[1-5]xx|none)$/, 'must be a status code, 1xx to 5xx, or none'),
);

/** One POST of an attempt and its result. */
export const DeliveryRequest = z.strictObject({
  /** The webhook's secret that signed `X-Webhook-Signature`. */
  signedWith: z.enum(['current', 'previous']),
  /** Null without a response. */
  statusCode: z.nullable(z.int()),
  /** The reason why no complete response was read; null with a response. */
  error: z.nullable(z.enum(['dns', 'blocked_address', 'connect', 'tls', 'timeout', 'reset', 'too_large'])),
  durationMs: z.int(),
  /** The start of the response body, at most 1 KB; empty if it is not plain text, and between the first and the last request. */
  responseSnippet: z.string(),
});
export type DeliveryRequest = z.infer<typeof DeliveryRequest>;

/** More than one only if the receiver may have rejected a signature and another secret was valid. */
const Requests = z.array(DeliveryRequest).check(z.minLength(1), z.maxLength(secretsMax));

/** One entry of a delivery's log. */
export const DeliveryAttempt = z.strictObject({
  /** Position in the retry schedule, from 1. A replay starts at 1 again. A resend has the number of the previous attempt. */
  number: z.int(),
  trigger: z.enum(['schedule', 'resend', 'replay']),
  startedAt: Timestamp,
  requests: Requests,
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** Keeps a page of 100 deliveries below the 6 MB limit of a function's response. */
export const attemptsShownMax = 10;

export const Delivery = z.strictObject({
  id: DeliveryId,
  webhookId: idSchema('whk'),
  eventId: idSchema('evt'),
  event: EventKind,
  status: DeliveryStatus,
  /** Due time of the next attempt; null unless `pending`. */
  nextAttemptAt: z.nullable(Timestamp),
  /** The latest attempts, oldest first. */
  attempts: z.array(DeliveryAttempt).check(z.maxLength(attemptsShownMax)),
  /** Number of resends that were requested. */
  resends: z.int(),
  createdAt: Timestamp,
});
export type Delivery = z.infer<typeof Delivery>;

/** Result of `POST /webhooks/{id}/test`: the event and its requests. */
export const TestResult = z.strictObject({
  eventId: idSchema('evt'),
  isDelivered: z.boolean(),
  requests: Requests,
});
export type TestResult = z.infer<typeof TestResult>;
