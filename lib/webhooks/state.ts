import * as z from 'zod/mini';
import { Timestamp } from '#lib/values/schemas.ts';

/** Health of a webhook, derived from its deliveries. */
export const WebhookState = z.object({
  status: z.enum(['healthy', 'failing', 'disabled']),
  consecutiveFailures: z.int(),
  /** Recorded at most once a minute unless something else changes, so it may be up to a minute old. */
  lastSuccessAt: z.nullable(Timestamp),
  lastFailureAt: z.nullable(Timestamp),
  /** The last failure; `statusCode` is null without a response. */
  lastError: z.nullable(z.strictObject({ code: z.string(), statusCode: z.nullable(z.int()) })),
  disabledAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
