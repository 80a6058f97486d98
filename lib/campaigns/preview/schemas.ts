import * as z from 'zod/mini';
import { campaignSteps } from '#lib/campaigns/definition/campaign.ts';
import { NewCompany } from '#lib/companies/company.ts';
import { contactProfile } from '#lib/contacts/contact.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { ContactId, EmailAccountId } from '#lib/values/schemas.ts';

const sampleProfile = z.omit(z.object(contactProfile), { timezone: true, tags: true });

/** A recipient that exists only in the request. */
const SampleContact = z.strictObject({ ...sampleProfile.shape, company: z.optional(NewCompany) });

/** @param max the last index: a campaign has at most 20 steps, and a step has at most 5 variants */
const indexUpTo = (max: number) => z.int().check(z.gte(0), z.lte(max));

const previewFields = {
  /** Zero-based. */
  stepIndex: z._default(indexUpTo(19), 0),
  /** Zero-based. Defaults to the variant that the contact gets. */
  variantIndex: z.optional(indexUpTo(4)),
  contactId: z.optional(ContactId),
  contact: z.optional(SampleContact),
  /** Defaults to the account of the contact's thread, then to the first account of the campaign. */
  emailAccountId: z.optional(EmailAccountId),
  /** Unsaved steps; defaults to the campaign's steps. */
  steps: z.optional(campaignSteps),
};

const oneRecipient = () =>
  z.refine<{ readonly contactId?: unknown; readonly contact?: unknown }>(
    ({ contactId, contact }) => (contactId === undefined) !== (contact === undefined),
    { path: ['contactId'], message: 'must be given, or contact, but not both' },
  );

export const PreviewRequest = z.strictObject(previewFields).check(oneRecipient());
export type PreviewRequest = z.infer<typeof PreviewRequest>;

export const TestEmailRequest = z.strictObject({ ...previewFields, to: EmailAddress }).check(oneRecipient());
export type TestEmailRequest = z.infer<typeof TestEmailRequest>;

export const EmailWarning = z.strictObject({
  code: z.enum([
    'missing_variables',
    'no_unsubscribe',
    'placeholder_text',
    'empty_subject',
    'unused_subject',
    'subject_in_capitals',
    'many_links',
    'insecure_links',
    'invalid_links',
    'image_heavy',
    'clipped',
  ]),
  message: z.string(),
});
export type EmailWarning = z.infer<typeof EmailWarning>;

export const EmailPreview = z.strictObject({
  stepIndex: z.int(),
  stepId: z.nullable(z.string()),
  variantIndex: z.int(),
  variantId: z.nullable(z.string()),
  emailAccountId: z.nullable(z.string()),
  from: z.strictObject({ email: z.string(), name: z.nullable(z.string()) }),
  to: z.string(),
  subject: z.string(),
  html: z.nullable(z.string()),
  text: z.string(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  sizeBytes: z.int(),
  variables: z.array(
    z.strictObject({ name: z.string(), value: z.nullable(z.string()), isMissing: z.boolean() }),
  ),
  warnings: z.array(EmailWarning),
});
export type EmailPreview = z.infer<typeof EmailPreview>;

export const TestEmailResult = z.strictObject({
  isAccepted: z.boolean(),
  to: z.string(),
  emailAccountId: z.string(),
  subject: z.string(),
  messageId: z.string(),
  /** Reply code of the mail server that rejected the message. */
  smtpCode: z.nullable(z.int()),
  error: z.nullable(z.enum(['auth', 'unreachable', 'busy', 'rejected', 'outcome_unknown'])),
});
export type TestEmailResult = z.infer<typeof TestEmailResult>;
