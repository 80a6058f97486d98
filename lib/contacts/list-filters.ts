import * as z from 'zod/mini';
import { type Contact, ContactInclude, ContactStatus } from '#lib/contacts/contact.ts';
import { ExecutionStatus } from '#lib/executions/execution.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { searchableName } from '#lib/values/company-name.ts';
import { EmailAddress, normaliseEmail } from '#lib/values/email-address.ts';
import { ulidTime } from '#lib/values/ids.ts';
import { CustomFieldName, ExternalId, Tag } from '#lib/values/profile.ts';
import {
  CampaignId,
  CompanyId,
  ImportId,
  isUpdatedAfter,
  type ListOrder,
  moment,
  orderQuery,
  pageQuery,
  trimmedText,
  updatedAfterQuery,
} from '#lib/values/schemas.ts';

const Moment = moment();

/** What an import did with the contact of a row. */
export const ImportResult = z.enum(['created', 'updated', 'skipped']);
export type ImportResult = z.infer<typeof ImportResult>;

export const contactFilters = {
  /** Prefix of the address, or of the first, last or full name. */
  search: z.optional(trimmedText(100)),
  email: z.optional(EmailAddress),
  externalId: z.optional(ExternalId),
  status: z.optional(ContactStatus),
  tag: z.optional(Tag),
  companyId: z.optional(CompanyId),
  /** Contacts that are or were in the campaign, each with its execution. */
  campaignId: z.optional(CampaignId),
  executionStatus: z.optional(ExecutionStatus),
  /** Contacts of the file of the import, in its order. */
  importId: z.optional(ImportId),
  importResult: z.optional(ImportResult),
  /** Contacts with the custom field, and with this text as its value. Case is ignored. */
  customFieldName: z.optional(CustomFieldName),
  customFieldValue: z.optional(trimmedText(1000)),
  /** Both exclusive. A contact without an email was last contacted before any time. */
  lastContactedAfter: z.optional(Moment),
  lastContactedBefore: z.optional(Moment),
  /** Both exclusive. */
  createdAfter: z.optional(Moment),
  createdBefore: z.optional(Moment),
  ...updatedAfterQuery,
};

const Filters = z.object(contactFilters);
export type ContactFilters = z.infer<typeof Filters>;

const requires = (name: keyof ContactFilters, other: keyof ContactFilters, reason: string) =>
  z.refine<ContactFilters>((filters) => filters[name] === undefined || filters[other] !== undefined, {
    error: `requires ${other}: it is the ${reason}`,
    path: [name],
  });

/** Filters that need another filter. */
export const contactFilterRules = () =>
  [
    requires('executionStatus', 'campaignId', 'status in that campaign'),
    requires('importResult', 'importId', 'result of that import'),
    requires('customFieldValue', 'customFieldName', 'value of that field'),
  ] as const;

/** The fields with an index in their order. */
export const ContactSort = z.enum(['createdAt', 'email']);
export type ContactSort = z.infer<typeof ContactSort>;

interface ContactOrder {
  readonly sort?: ContactSort | undefined;
  readonly order?: ListOrder | undefined;
}

/** Filters with a list that has its own order, or that is not in the order of addresses. */
const ordered = ['search', 'email', 'externalId', 'importId'] as const;
const notByAddress = ['tag', 'companyId', 'campaignId'] as const;

const orderIsPossible = (name: keyof ContactOrder, note = '') =>
  z.refine<ContactFilters & ContactOrder>(
    ({ [name]: value, ...filters }) =>
      value === undefined ||
      [...ordered, ...(value === 'email' ? notByAddress : [])].every((other) => filters[other] === undefined),
    { error: `is not accepted with ${ordered.join(', ')}${note}`, path: [name] },
  );

export const ContactQuery = z
  .strictObject({
    ...pageQuery,
    ...orderQuery,
    ...contactFilters,
    sort: z.optional(ContactSort),
    include: z.optional(ContactInclude),
  })
  .check(
    ...contactFilterRules(),
    orderIsPossible('order'),
    orderIsPossible('sort', `; email is not accepted with ${notByAddress.join(', ')} either`),
  );

/** The same filters in a request body. */
export const ContactFilter = z.strictObject(contactFilters).check(...contactFilterRules());

type PersonalFilter = 'search' | 'email' | 'externalId' | 'customFieldValue';

/** A stored filter without the values that may name a person; used when a contact is erased. */
export function withoutPersonalValues<Filter extends object>(filter: Filter): Omit<Filter, PersonalFilter> {
  const {
    search: _,
    email: __,
    externalId: ___,
    customFieldValue: ____,
    ...others
  } = filter as Filter & Pick<ContactFilters, PersonalFilter>;

  return others;
}

/**
 * Bounds of the sort key; both times are exclusive. Ids sort by the time of creation. A bound without a random part sorts before
 * all ids of its millisecond, so `from` is one millisecond later.
 */
export function creationBounds({
  createdAfter,
  createdBefore,
}: ContactFilters): Pick<MergedQuery, 'from' | 'to'> {
  return {
    from: createdAfter && `con_${ulidTime(Date.parse(createdAfter) + 1)}`,
    to: createdBefore && `con_${ulidTime(Date.parse(createdBefore))}`,
  };
}

/** Whether a contact matches the filters that concern its own fields. The caller applies the filters of campaigns and imports. */
export function matchesContactFilters(contact: Contact, filters: ContactFilters): boolean {
  const { search, email, externalId, status, tag, companyId, createdAfter, createdBefore } = filters;
  const createdAt = Date.parse(contact.createdAt);

  return (
    (email === undefined || normaliseEmail(contact.email) === normaliseEmail(email)) &&
    (externalId === undefined || contact.externalId === externalId) &&
    (status === undefined || contact.status === status) &&
    (tag === undefined || contact.tags.includes(tag)) &&
    (companyId === undefined || contact.companyId === companyId) &&
    (createdAfter === undefined || createdAt > Date.parse(createdAfter)) &&
    (createdBefore === undefined || createdAt < Date.parse(createdBefore)) &&
    isUpdatedAfter(contact, filters) &&
    matchesLastContact(contact, filters) &&
    matchesCustomField(contact, filters) &&
    (search === undefined || matchesAddress(contact, search) || matchesName(contact, search))
  );
}

function matchesLastContact(
  { lastContactedAt }: Contact,
  { lastContactedAfter, lastContactedBefore }: ContactFilters,
): boolean {
  const time = lastContactedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastContactedAt);

  return (
    (lastContactedAfter === undefined || time > Date.parse(lastContactedAfter)) &&
    (lastContactedBefore === undefined || time < Date.parse(lastContactedBefore))
  );
}

function matchesCustomField(
  { customFields }: Contact,
  { customFieldName, customFieldValue }: ContactFilters,
): boolean {
  if (customFieldName === undefined) return true;
  const value = Object.hasOwn(customFields, customFieldName) ? customFields[customFieldName] : null;
  if (value === null || value === undefined) return false;

  return (
    customFieldValue === undefined || String(value).trim().toLowerCase() === customFieldValue.toLowerCase()
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

/** Also the domain of the address, which often names the company. */
function matchesName({ firstName, lastName, email }: Contact, search: string): boolean {
  const prefix = searchableName(search);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const names = [firstName ?? '', lastName ?? '', `${firstName ?? ''} ${lastName ?? ''}`, domain];

  return names.some((name) => searchableName(name).startsWith(prefix));
}
