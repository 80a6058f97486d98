import * as z from 'zod/mini';
import { DirectEmailStatus } from '#lib/direct-emails/state.ts';
import { idSchema, Timestamp, text } from '#lib/values/schemas.ts';

export const AnswerId = idSchema('ans');

const textLengthMax = 20_000;
const htmlLengthMax = 50_000;

export const NewAnswer = z.strictObject({
  text: text(
    textLengthMax,
    z.refine((value) => value.trim() !== '', 'must not be empty'),
  ),
  /** Shown instead of the text by programs that display HTML. */
  html: z.optional(z.nullable(text(htmlLengthMax, z.minLength(1)))),
});
export type NewAnswer = z.infer<typeof NewAnswer>;

/** What a person knows about an answer with an unknown outcome, or the end of an answer that waits. */
export const AnswerResolution = z.strictObject({ outcome: z.enum(['sent', 'not_sent', 'cancelled']) });
export type AnswerResolution = z.infer<typeof AnswerResolution>;

/**
 * An answer to a reply, sent by a user. Without its texts: the response of a write is stored for its Idempotency-Key, and
 * texts are stored only encrypted.
 */
export const Answer = z.strictObject({
  id: AnswerId,
  replyId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  executionId: z.string(),
  emailAccountId: z.string(),
  status: DirectEmailStatus,
  messageId: z.string(),
  createdAt: Timestamp,
});
export type Answer = z.infer<typeof Answer>;
