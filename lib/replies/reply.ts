import * as z from 'zod/mini';
import { UserId } from '#lib/auth/user.ts';
import { clearable, idSchema, moment, Timestamp, text } from '#lib/values/schemas.ts';

export const ReplyId = idSchema('rpl');

/** Labels with a meaning for the service. Users may set any others. */
export const knownLabels = {
  outOfOffice: 'out_of_office',
  unsubscribeRequest: 'unsubscribe_request',
} as const;

const labelLengthMax = 50;

export const ReplyLabel = text(
  labelLengthMax,
  z.regex(/^[a-z0-9][a-z0-9_-]*$/, 'must have only lower-case letters, digits, hyphens and underscores'),
);

/** Maximum labels of a reply. Each label is a further item, which the list of the label reads. */
const labelsMax = 10;

const Attachment = z.strictObject({
  name: z.nullable(z.string()),
  type: z.string(),
  sizeBytes: z.int(),
});

/** A reply in a list. */
export const ReplySummary = z.strictObject({
  id: ReplyId,
  campaignId: z.string(),
  contactId: z.string(),
  executionId: z.string(),
  stepId: z.string(),
  emailAccountId: z.string(),
  /** Null if the From field has no valid address. */
  fromEmail: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  subject: z.string(),
  snippet: z.string(),
  isAutomatic: z.boolean(),
  isRead: z.boolean(),
  labels: z.array(z.string()),
  suggestedLabels: z.array(z.string()),
  attachmentCount: z.int(),
  isTruncated: z.boolean(),
  receivedAt: Timestamp,
  updatedAt: Timestamp,
  isDone: z.boolean(),
  snoozedUntil: z.nullable(Timestamp),
  assigneeId: z.nullable(z.string()),
  answeredAt: z.nullable(Timestamp),
});
export type ReplySummary = z.infer<typeof ReplySummary>;

/** A reply with its content. */
export const Reply = z.strictObject({
  ...ReplySummary.shape,
  messageId: z.nullable(z.string()),
  text: z.string(),
  fullText: z.string(),
  html: z.nullable(z.string()),
  attachments: z.array(Attachment),
  cc: z.array(z.strictObject({ name: z.string(), email: z.string() })),
});
export type Reply = z.infer<typeof Reply>;

export const ReplyPatch = z
  .strictObject({
    isRead: z.optional(z.boolean()),
    isDone: z.optional(z.boolean()),
    snoozedUntil: z.optional(z.nullable(moment())),
    assigneeId: z.optional(z.nullable(UserId)),
    labels: z.optional(
      clearable(
        z.array(ReplyLabel).check(
          z.maxLength(labelsMax, { abort: true }),
          z.overwrite((labels) => [...new Set(labels)].sort()),
        ),
      ),
    ),
  })
  .check(
    z.refine(
      ({ isRead, isDone, snoozedUntil }) =>
        [isRead === false, isDone, snoozedUntil].filter(Boolean).length < 2,
      'only one of `isRead: false`, `isDone: true` and `snoozedUntil` can be set',
    ),
  );
export type ReplyPatch = z.infer<typeof ReplyPatch>;

/**
 * What a PATCH changes, without texts: the response of a write is stored for its Idempotency-Key, and texts are stored only
 * encrypted.
 */
export const ReplyState = z.strictObject({
  id: ReplyId,
  isRead: z.boolean(),
  labels: z.array(z.string()),
  updatedAt: Timestamp,
  isDone: z.boolean(),
  snoozedUntil: z.nullable(Timestamp),
  assigneeId: z.nullable(z.string()),
});
export type ReplyState = z.infer<typeof ReplyState>;

export const UnreadReplyCount = z.strictObject({
  count: z.int(),
  isExact: z.boolean(),
  limit: z.int(),
});
export type UnreadReplyCount = z.infer<typeof UnreadReplyCount>;
