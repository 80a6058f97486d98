import * as z from 'zod/mini';
import { type Contact, ContactStatus } from '#lib/contacts/contact.ts';
import { ExecutionStatus } from '#lib/executions/execution.ts';
import { searchableName } from '#lib/values/company-name.ts';
import { EmailAddress, normaliseEmail } from '#lib/values/email-address.ts';
import { Tag } from '#lib/values/profile.ts';
import {
  CampaignId,
  CompanyId,
  isUpdatedAfter,
  moment,
  pageQuery,
  trimmedText,
  updatedAfterQuery,
} from '#lib/values/schemas.ts';

const Moment = moment();

export const contactFilters = {
  /** Prefix of the address, or of the first, last or full name. */
  search: z.optional(trimmedText(100)),
  email: z.optional(EmailAddress),
  status: z.optional(ContactStatus),
  tag: z.optional(Tag),
  companyId: z.optional(CompanyId),
  /** Contacts that are or were in the campaign, each with its execution. */
  campaignId: z.optional(CampaignId),
  executionStatus: z.optional(ExecutionStatus),
  /** Both exclusive. */
  createdAfter: z.optional(Moment),
  createdBefore: z.optional(Moment),
  ...updatedAfterQuery,
};

const Filters = z.object(contactFilters);
export type ContactFilters = z.infer<typeof Filters>;

export const executionStatusNeedsCampaign = () =>
  z.refine<Pick<ContactFilters, 'campaignId' | 'executionStatus'>>(
    ({ campaignId, executionStatus }) => executionStatus === undefined || campaignId !== undefined,
    { error: 'requires campaignId: it is the status in that campaign', path: ['executionStatus'] },
  );

export const ContactQuery = z
  .strictObject({ ...pageQuery, ...contactFilters })
  .check(executionStatusNeedsCampaign());

/** The same filters in a request body. */
export const ContactFilter = z.strictObject(contactFilters).check(executionStatusNeedsCampaign());

/** A stored filter without the values that may name a person; used when a contact is erased. */
export function withoutPersonalValues<Filter extends object>(
  filter: Filter,
): Omit<Filter, 'search' | 'email'> {
  const { search: _, email: __, ...others } = filter as Filter & Pick<ContactFilters, 'search' | 'email'>;

  return others;
}

/** Whether a contact matches the filters that concern its own fields. The caller applies `campaignId` and `executionStatus`. */
export function matchesContactFilters(contact: Contact, filters: ContactFilters): boolean {
  const { search, email, status, tag, companyId, createdAfter, createdBefore } = filters;
  const createdAt = Date.parse(contact.createdAt);

  return (
    (email === undefined || normaliseEmail(contact.email) === normaliseEmail(email)) &&
    (status === undefined || contact.status === status) &&
    (tag === undefined || contact.tags.includes(tag)) &&
    (companyId === undefined || contact.companyId === companyId) &&
    (createdAfter === undefined || createdAt > Date.parse(createdAfter)) &&
    (createdBefore === undefined || createdAt < Date.parse(createdBefore)) &&
    isUpdatedAfter(contact, filters) &&
    (search === undefined || matchesAddress(contact, search) || matchesName(contact, search))
  );
}

export function matchesAddress({ email }: Contact, search: string): boolean {
  const prefix = addressPrefix(search);

  return prefix !== undefined && normaliseEmail(email).startsWith(prefix);
}

/** The normalised address prefix of a search. Undefined with a space or a non-ASCII character: no address has them. */
export function addressPrefix(search: string): string | undefined {
  const text = EmailAddress.safeParse(search).success ? normaliseEmail(search) : search.toLowerCase();

  return /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

function matchesName({ firstName, lastName }: Contact, search: string): boolean {
  const prefix = searchableName(search);
  const names = [firstName ?? '', lastName ?? '', `${firstName ?? ''} ${lastName ?? ''}`];

  return names.some((name) => searchableName(name).startsWith(prefix));
}
