import * as z from 'zod/mini';
import { ContactEnrolment } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { Company } from '#lib/companies/company.ts';
import type { contactFields } from '#lib/contacts/contact-fields.ts';
import { ExecutionView } from '#lib/executions/present.ts';
import { CompanyName } from '#lib/values/company-name.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { Country, CustomFields, ExternalId, Tags, WebAddress, withDefaultNull } from '#lib/values/profile.ts';
import {
  CampaignId,
  CompanyId,
  ContactId,
  distinct,
  StepId,
  Timestamp,
  trimmedText,
} from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';

/** Fields that null clears. They have default null in a new contact and are optional in an update. */
const clearableFields = {
  firstName: z.nullable(trimmedText(100)),
  lastName: z.nullable(trimmedText(100)),
  jobTitle: z.nullable(trimmedText(200)),
  phone: z.nullable(trimmedText(50)),
  linkedinUrl: z.nullable(WebAddress),
  website: z.nullable(WebAddress),
  city: z.nullable(trimmedText(100)),
  country: z.nullable(Country),
  timezone: z.nullable(TimeZone),
} satisfies Record<Exclude<(typeof contactFields)[number], 'email'> | 'timezone', z.ZodMiniType>;

/** The fields of a contact that a request may set. */
export const contactProfile = {
  email: EmailAddress,
  ...withDefaultNull(clearableFields),
  tags: z._default(Tags, []),
  customFields: z._default(CustomFields, {}),
};

const externalId = z.nullable(ExternalId);

/**
 * Absent: a new contact gets the company of its address's domain, and an update keeps the company. Null: no company. A name
 * links to the company with this name, or creates it.
 */
const company = {
  companyId: z.optional(z.nullable(CompanyId)),
  companyName: z.optional(CompanyName),
};

const campaignList = z.optional(
  z.array(CampaignId).check(z.maxLength(20, { abort: true }), ...distinct('id')),
);

/** Campaigns in which the contact's execution has ended, each with the step to send next. */
const continuationList = z.optional(
  z.array(z.strictObject({ campaignId: CampaignId, stepId: StepId })).check(
    z.maxLength(20, { abort: true }),
    z.refine(
      (list) => new Set(list.map(({ campaignId }) => campaignId)).size === list.length,
      'must not repeat a campaignId',
    ),
    z.meta({ uniqueItems: true }),
  ),
);

interface CompanyFields {
  readonly companyId?: unknown;
  readonly companyName?: unknown;
}

/** A request names the company by id or by name, not by both. */
const oneCompany = () =>
  z.refine<CompanyFields>(
    ({ companyId, companyName }) => companyId === undefined || (companyName ?? undefined) === undefined,
    { path: ['companyName'], message: 'cannot be given together with companyId' },
  );

/** The body of a request that creates a contact. */
export const NewContact = z
  .strictObject({
    ...contactProfile,
    externalId: z._default(externalId, null),
    ...company,
    campaignIds: campaignList,
  })
  .check(oneCompany());
export type NewContact = z.infer<typeof NewContact>;

/** The clearable fields of an update, all optional. */
export const profilePatch = z.partial(z.object(clearableFields)).shape;

/** The body of an update; null clears a field. */
export const ContactPatch = z
  .strictObject({
    ...profilePatch,
    email: z.optional(EmailAddress),
    externalId: z.optional(externalId),
    tags: z.optional(z.nullable(Tags)),
    customFields: z.optional(z.nullable(CustomFields)),
    ...company,
    companyName: z.optional(z.nullable(CompanyName)),
    addCampaignIds: campaignList,
    removeCampaignIds: campaignList,
    continueCampaigns: continuationList,
    /** To make the contact active again, remove its blocklist entry. */
    status: z.optional(z.literal('unsubscribed')),
  })
  .check(oneCompany());
export type ContactPatch = z.infer<typeof ContactPatch>;

/** The body of a request that creates or updates a contact. It has the fields of a new contact; an update keeps absent ones. */
export const ContactUpsert = z
  .strictObject({
    email: EmailAddress,
    ...profilePatch,
    tags: z.optional(Tags),
    customFields: z.optional(CustomFields),
    externalId: z.optional(externalId),
    ...company,
    campaignIds: campaignList,
  })
  .check(oneCompany());
export type ContactUpsert = z.infer<typeof ContactUpsert>;

const suppressedStatuses = ['unsubscribed', 'bounced', 'blocklisted'] as const;
export const SuppressedStatus = z.enum(suppressedStatuses);
export type SuppressedStatus = z.infer<typeof SuppressedStatus>;

export const contactStatuses = ['active', ...suppressedStatuses] as const;
export const ContactStatus = z.enum(contactStatuses);
export type ContactStatus = z.infer<typeof ContactStatus>;

/** An object that a response can have in addition to the contact. */
export const ContactInclude = z.enum(['company']);
export type ContactInclude = z.infer<typeof ContactInclude>;

const nullableTimestamp = z._default(z.nullable(Timestamp), null);

export const Contact = z.strictObject({
  id: ContactId,
  ...contactProfile,
  companyId: z._default(z.nullable(CompanyId), null),
  status: ContactStatus,
  source: z.enum(['api', 'import', 'dashboard', 'reply']),
  lastContactedAt: nullableTimestamp,
  lastRepliedAt: nullableTimestamp,
  unsubscribedAt: nullableTimestamp,
  bouncedAt: nullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  // The last column of exports, because it is newer than the others.
  externalId: z._default(externalId, null),
  /** Present if the request includes it; not stored. */
  company: z.optional(z.nullable(Company)),
});
export type Contact = z.infer<typeof Contact>;

/** What lists of other objects show of a contact. */
export const ContactName = z.strictObject({
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
});
export type ContactName = z.infer<typeof ContactName>;

/** `enrolment` is present if the request named campaigns. */
export const EnrolledContact = z.extend(z.omit(Contact, { company: true }), {
  enrolment: z.optional(ContactEnrolment),
});
export type EnrolledContact = z.infer<typeof EnrolledContact>;

export const ListedContact = z.extend(Contact, {
  /** The contact's execution in the campaign that the list is filtered by; absent from other lists. */
  execution: z.optional(ExecutionView),
});
export type ListedContact = z.infer<typeof ListedContact>;

/** The owner and the suppression of an address. One of them may be absent, but not both. */
export interface AddressClaim {
  readonly contactId?: string | undefined;
  readonly suppressedAs?: SuppressedStatus | undefined;
  /** The blocklist entry of this address. Entries of domains are not stored here. */
  readonly suppressedBy?: string | undefined;
  /** Timestamp of the erasure of a contact with this address, until the erasure ends. Imports from before it do not use the address. */
  readonly erasedAt?: string | undefined;
}

/** A contact as stored in the table. */
export interface StoredContact extends Contact {
  /** The entry that suppresses it; undefined while it is active. */
  readonly blocklistEntryId?: string | undefined;
  /** Incremented by every change of API fields, for optimistic locking. */
  readonly version: number;
}
