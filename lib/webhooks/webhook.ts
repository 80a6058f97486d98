import * as z from 'zod/mini';
import { Include } from '#lib/values/include.ts';
import { clearable, idSchema, Timestamp, text } from '#lib/values/schemas.ts';
import { CustomHeaders } from '#lib/webhooks/custom-headers.ts';
import { noFilters, WebhookFilters, WebhookFiltersPatch } from '#lib/webhooks/filters.ts';
import { Replay } from '#lib/webhooks/replay.ts';
import { Subscription } from '#lib/webhooks/subscription.ts';

export const WebhookId = idSchema('whk');

/** Maximum number of valid secrets. An attempt has at most one request for each. */
export const secretsMax = 10;

const settings = {
  url: text(2048, z.minLength(1)),
  events: Subscription,
  description: z.nullable(text(500)),
  include: Include,
};

/** What is sent, and where. */
export const directingFields = ['url', 'events', 'include', 'filters', 'headers'] as const;

const initialSettings = z.strictObject({
  ...settings,
  description: z._default(settings.description, null),
  filters: z._default(WebhookFilters, noFilters),
  include: z._default(settings.include, []),
});

export const NewWebhook = z.extend(initialSettings, { headers: z._default(CustomHeaders, {}) });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** The fields that a caller may change; null clears a field. */
export const WebhookPatch = z.partial(
  z.strictObject({
    ...settings,
    include: clearable(Include),
    filters: WebhookFiltersPatch,
    /** Replaces all headers. */
    headers: z.pipe(
      z.nullable(CustomHeaders),
      z.transform((headers): CustomHeaders => headers ?? {}),
    ),
  }),
);
export type WebhookPatch = z.infer<typeof WebhookPatch>;

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

const SecretRotation = z.strictObject({
  /** The end of the last grace period. */
  previousExpiresAt: Timestamp,
  /** The secret that signs deliveries. The receiver accepted it last. */
  lastAcceptedSecret: z.enum(['current', 'previous']),
  /** The valid previous secrets; the last one to expire is first. */
  previousSecrets: z
    .array(z.strictObject({ expiresAt: Timestamp, isLastAccepted: z.boolean() }))
    .check(z.maxLength(secretsMax - 1)),
});

export const Webhook = z.extend(initialSettings, {
  id: WebhookId,
  headerNames: z.array(z.string()),
  /** The user or API key that created the webhook or last changed its URL. Null for the operator. */
  createdBy: z.nullable(z.string()),
  /** The user or API key that got the current secret. Null for the operator. */
  secretCreatedBy: z.nullable(z.string()),
  ...WebhookState.shape,
  /** Null unless a previous secret is still valid. */
  secretRotation: z.nullable(SecretRotation),
  /** Time of the next probe of a failing endpoint, or of the earliest known retry; otherwise null. */
  nextAttemptAt: z.nullable(Timestamp),
  /** The last replay; null before the first. */
  replay: z.nullable(Replay),
});
export type Webhook = z.infer<typeof Webhook>;

/** The only responses with a secret: creation and rotation of a webhook. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** 7 days. */
const gracePeriodSecondsMax = 604_800;

/** How long the replaced secret stays valid after a rotation; 0 invalidates all previous secrets immediately. */
export const Rotation = z.strictObject({
  gracePeriodSeconds: z._default(
    z.int().check(z.gte(0), z.lte(gracePeriodSecondsMax)),
    gracePeriodSecondsMax,
  ),
});
export type Rotation = z.infer<typeof Rotation>;

/** What happens to held deliveries when a webhook is enabled: `held` sends them, `none` leaves them held. */
export const Enabling = z.strictObject({ replay: z._default(z.enum(['held', 'none']), 'none') });
export type Enabling = z.infer<typeof Enabling>;
