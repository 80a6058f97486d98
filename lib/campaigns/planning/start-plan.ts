import * as z from 'zod/mini';

const idsMax = 100;

/** What starting would bring about, by limits, windows and contacts as they are. */
export const SendingPlan = z.strictObject({
  plan: z.strictObject({
    /** Local dates of the campaign's zone. */
    days: z.array(z.strictObject({ date: z.string(), emailAccountId: z.string(), mails: z.int() })),
    totalMails: z.int(),
    firstSendAt: z.nullable(z.string()),
    estimatedCompletionAt: z.nullable(z.string()),
    /** Contacts for whom a text cannot be rendered, and what they lack: the first 100. */
    missingVariables: z
      .array(z.strictObject({ contactId: z.string(), fields: z.array(z.string()) }))
      .check(z.maxLength(idsMax)),
    /** Contacts who must not be mailed: the first 100. */
    suppressed: z.array(z.string()).check(z.maxLength(idsMax)),
    /** Whether contacts or days were left out: at most 1,000 contacts and a year are looked at. */
    truncated: z.boolean(),
  }),
});
export type SendingPlan = z.infer<typeof SendingPlan>;

export const StartOptions = z.strictObject({
  /** Changes nothing, and answers with the plan. */
  dryRun: z._default(z.boolean(), false),
});
