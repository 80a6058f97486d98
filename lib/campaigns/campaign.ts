import * as z from 'zod/mini';
import { ContactId } from '#lib/contacts/contact.ts';
import { idSchema, Timestamp, trimmedText } from '#lib/http/schemas.ts';

export const CampaignId = idSchema('cmp');
export const StepId = idSchema('stp');
export const EmailAccountId = idSchema('acc');

export const CampaignStatus = z.enum(['draft', 'active', 'paused', 'completed']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** Both bodies of a step together stay within what one item can hold. */
const bodyBytesMax = 100_000;

const bodyText = z.string().check(
  z.minLength(1),
  z.refine((text) => Buffer.byteLength(text) <= bodyBytesMax, `must have at most ${bodyBytesMax} bytes`),
);

const variantContent = {
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  bodyHtml: z._default(z.nullable(bodyText), null),
  bodyText: z._default(z.nullable(bodyText), null),
};

const NewVariant = z.strictObject(variantContent).check(
  z.refine((variant) => variant.bodyHtml !== null || variant.bodyText !== null, {
    message: 'needs bodyHtml or bodyText',
  }),
);

const NewStep = z.strictObject({
  type: z._default(z.literal('email'), 'email'),
  variants: z.array(NewVariant).check(z.length(1)),
});

export const NewCampaign = z.strictObject({
  name: trimmedText(200),
  description: z._default(z.nullable(z.string().check(z.maxLength(2000))), null),
  steps: z._default(z.array(NewStep).check(z.maxLength(1)), []),
  emailAccountIds: z._default(z.array(EmailAccountId).check(z.maxLength(100), distinct()), []),
  contactIds: z._default(z.array(ContactId).check(z.maxLength(1000), distinct()), []),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

export const Step = z.strictObject({
  id: StepId,
  type: z.literal('email'),
  variants: z.array(z.strictObject({ id: idSchema('var'), ...variantContent })),
});
export type Step = z.infer<typeof Step>;

/** Unique contacts, except `sent`, which counts mails. */
const CampaignStats = z.strictObject({
  contacts: z.int(),
  pending: z.int(),
  completed: z.int(),
  failed: z.int(),
  sent: z.int(),
});

export const Campaign = z.strictObject({
  id: CampaignId,
  name: z.string(),
  description: z.nullable(z.string()),
  status: CampaignStatus,
  pauseReason: z.nullable(z.enum(['user'])),
  steps: z.array(Step),
  emailAccountIds: z.array(EmailAccountId),
  stats: CampaignStats,
  startedAt: z.nullable(Timestamp),
  pausedAt: z.nullable(Timestamp),
  completedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Campaign = z.infer<typeof Campaign>;

const Enrolment = z.strictObject({
  enrolled: z.int(),
  notEnrolled: z.array(
    z.strictObject({ contactId: ContactId, reason: z.enum(['suppressed', 'already_enrolled']) }),
  ),
});
export type Enrolment = z.infer<typeof Enrolment>;

export const EnrolledCampaign = z.extend(Campaign, { enrolment: Enrolment });

function distinct() {
  return z.refine<string[]>((ids) => new Set(ids).size === ids.length, 'must not repeat an id');
}
