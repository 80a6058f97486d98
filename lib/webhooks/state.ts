import * as z from 'zod/mini';
import { Timestamp } from '#lib/values/schemas.ts';

/** What becomes of a webhook by its deliveries. */
export const WebhookState = z.object({
  status: z.enum(['healthy', 'failing', 'disabled']),
  consecutiveFailures: z.int(),
  /** Up to a minute behind: a success that changes nothing else is noted once a minute. */
  lastSuccessAt: z.nullable(Timestamp),
  lastFailureAt: z.nullable(Timestamp),
  /** Of the last failure; `statusCode` is null when nobody answered. */
  lastError: z.nullable(z.strictObject({ code: z.string(), statusCode: z.nullable(z.int()) })),
  disabledAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
