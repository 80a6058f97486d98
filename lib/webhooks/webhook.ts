import * as z from 'zod/mini';
import { EventKind } from '#lib/activity/event.ts';
import { idSchema, Timestamp } from '#lib/http/schemas.ts';

export const WebhookId = idSchema('whk');

const WebhookStatus = z.enum(['healthy', 'failing', 'disabled']);

export const NewWebhook = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  events: z.array(EventKind).check(
    z.minLength(1),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat a kind'),
  ),
  description: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

export const Webhook = z.extend(NewWebhook, {
  id: WebhookId,
  status: WebhookStatus,
  consecutiveFailures: z.int(),
  disabledAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

/** The only answer that ever carries the secret. */
export const CreatedWebhook = z.extend(Webhook, { secret: z.string() });
