import * as z from 'zod/mini';
import { EventKind } from '#lib/activity/event.ts';
import { idSchema, Timestamp } from '#lib/http/schemas.ts';
import { WebhookState } from '#lib/webhooks/state.ts';

export const WebhookId = idSchema('whk');

export const NewWebhook = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  events: z.array(EventKind).check(
    z.minLength(1),
    z.refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat a kind'),
  ),
  description: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

const SecretRotation = z.strictObject({
  /** Until then, to the millisecond, both secrets are valid. */
  previousExpiresAt: Timestamp,
  /** With which of the two deliveries are signed: the one that was last accepted. */
  lastAcceptedSecret: z.enum(['current', 'previous']),
});

export const Webhook = z.extend(NewWebhook, {
  id: WebhookId,
  ...WebhookState.shape,
  /** Null unless a previous secret is still valid. */
  secretRotation: z.nullable(SecretRotation),
});
export type Webhook = z.infer<typeof Webhook>;

/** The only answers that ever carry a secret: to creating the webhook and to rotating it. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const gracePeriodSecondsMax = 604_800;

export const Rotation = z.strictObject({
  gracePeriodSeconds: z._default(
    z.int().check(z.gte(0), z.lte(gracePeriodSecondsMax)),
    gracePeriodSecondsMax,
  ),
});
export type Rotation = z.infer<typeof Rotation>;
