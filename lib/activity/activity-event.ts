import * as z from 'zod/mini';
import { EventKind } from '#lib/activity/event.ts';
import { idSchema, Timestamp } from '#lib/http/schemas.ts';

/** One line of the ledger, as `GET /activity` shows it. Its id is the id of the webhook event. */
export const ActivityEvent = z.strictObject({
  id: idSchema('evt'),
  type: EventKind,
  occurredAt: Timestamp,
  campaignId: z.nullable(z.string()),
  contactId: z.nullable(z.string()),
  executionId: z.nullable(z.string()),
  stepId: z.nullable(z.string()),
  variantId: z.nullable(z.string()),
  emailAccountId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  /** A machine's doing, as far as can be told: neither counted nor told to webhooks. */
  isBot: z.boolean(),
  botReason: z.nullable(z.string()),
  metadata: z.record(z.string(), z.unknown()),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;
