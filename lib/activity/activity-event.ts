import * as z from 'zod/mini';
import { eventData } from '#lib/activity/event-data.ts';
import { EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

/** The fields of every activity event in `GET /activity`. Its id is the id of the webhook event. */
const commonFields = {
  id: idSchema('evt'),
  occurredAt: Timestamp,
  campaignId: z.nullable(z.string()),
  contactId: z.nullable(z.string()),
  executionId: z.nullable(z.string()),
  stepId: z.nullable(z.string()),
  variantId: z.nullable(z.string()),
  emailAccountId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  /** Probably caused by a bot: not counted and not sent to webhooks. */
  isBot: z.boolean(),
  botReason: z.nullable(z.string()),
};

const AnyEvent = z.strictObject({
  ...commonFields,
  type: EventKind,
  metadata: z.record(z.string(), z.unknown()),
});
export type ActivityEvent = z.infer<typeof AnyEvent>;

/** Ids of `data` that `metadata` omits. It keeps `messageId`, and `variantId`, which the top level has only for `email.sent`. */
const subjectIds = ['campaignId', 'contactId', 'executionId', 'stepId', 'emailAccountId'];

/** Discriminated by `type`. `metadata` has the fields of the webhook event's `data`, without `subjectIds`. */
export const ActivityEvent: z.ZodMiniType<ActivityEvent> = z.discriminatedUnion(
  'type',
  // zod requires a list with at least one element.
  eventKinds.map(eventSchema) as [ReturnType<typeof eventSchema>],
);

function eventSchema(kind: EventKind) {
  const metadata = z.strictObject(Object.fromEntries(metadataFields(kind)));

  return z.strictObject({ ...commonFields, type: z.literal(kind), metadata });
}

function metadataFields(kind: EventKind): [name: string, schema: z.ZodMiniType][] {
  return Object.entries(eventData[kind].shape).filter(([name]) => !subjectIds.includes(name));
}

/**
 * Metadata as this version documents it. An event of another version may have more fields, which are omitted. Its missing fields
 * become null; if the schema does not allow null, the event is invalid.
 */
export function fitMetadata(
  kind: EventKind,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(metadataFields(kind).map(([name]) => [name, stored[name] ?? null]));
}
