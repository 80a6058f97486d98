import * as z from 'zod/mini';

/** Maximum length of each list in the plan. */
export const planListMax = 100;

export const TruncationReason = z.enum([
  'enrolment_in_progress',
  'contact_limit',
  'period_limit',
  'list_limit',
]);

/** A reason to correct the campaign or its accounts before it starts. It does not prevent the start. */
export const PlanWarning = z.strictObject({
  code: z.enum(['no_postal_address', 'placeholder_text']),
  message: z.string(),
  emailAccountIds: z.array(z.string()),
  stepIds: z.array(z.string()),
});
export type PlanWarning = z.infer<typeof PlanWarning>;

export type TruncationReason = z.infer<typeof TruncationReason>;

/** Result of a dry run: the emails that starting would send, with the present limits, windows and contacts. */
export const SendingPlan = z.strictObject({
  plan: z.strictObject({
    /** Local dates in the campaign's time zone. */
    days: z.array(z.strictObject({ date: z.string(), emailAccountId: z.string(), mails: z.int() })),
    totalMails: z.int(),
    firstSendAt: z.nullable(z.string()),
    estimatedCompletionAt: z.nullable(z.string()),
    /** The whole numbers; the lists below end after 100. */
    counts: z.strictObject({
      /** Contacts that wait for an email, or would wait for one after the start. */
      contacts: z.int(),
      missingVariables: z.int(),
      invalidLinks: z.int(),
      suppressed: z.int(),
      activeElsewhere: z.int(),
      repliedBefore: z.int(),
      contactedRecently: z.int(),
    }),
    /** Most frequent first. */
    missingFields: z.array(z.strictObject({ field: z.string(), contacts: z.int() })),
    /** The first 100 contacts with missing variables. */
    missingVariables: z
      .array(z.strictObject({ contactId: z.string(), fields: z.array(z.string()) }))
      .check(z.maxLength(planListMax)),
    /** The first 100 emails with links that are not URLs. */
    invalidLinks: z
      .array(z.strictObject({ contactId: z.string(), stepId: z.string(), links: z.array(z.string()) }))
      .check(z.maxLength(planListMax)),
    /** The first 100 contacts that must not be mailed. */
    suppressed: z.array(z.string()).check(z.maxLength(planListMax)),
    /** The first 100 contacts that another started campaign writes to. */
    activeElsewhere: z.array(z.string()).check(z.maxLength(planListMax)),
    /** The first 100 contacts that have replied before, and would get their first email of the campaign. */
    repliedBefore: z.array(z.string()).check(z.maxLength(planListMax)),
    /** The first 100 contacts that received an email in the last seven days, and would get their first email of the campaign. */
    contactedRecently: z.array(z.string()).check(z.maxLength(planListMax)),
    /** Whether the plan is incomplete: it covers at most 1,000 contacts and one year. */
    truncated: z.boolean(),
    /** Why the plan is incomplete. */
    truncatedReasons: z.array(TruncationReason),
    warnings: z.array(PlanWarning),
  }),
});
export type SendingPlan = z.infer<typeof SendingPlan>;

export const StartOptions = z.strictObject({
  /** Returns the plan and changes nothing. */
  dryRun: z._default(z.boolean(), false),
});
