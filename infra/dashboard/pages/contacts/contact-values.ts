import { contactFields } from '#lib/contacts/contact-fields.ts';
import { recordOf } from '#lib/values/record-of.ts';
import type { Schemas } from '../../api/client.ts';
import { changedFields } from '../../components/form/changed-fields.ts';
import type { Option } from '../../components/form/select.tsx';
import { withoutEmpty } from '../../components/form/use-form.ts';
import { type CustomField, fromRows, toRows } from '../profile/custom-fields.ts';

type Contact = Schemas['Contact'];

const textFields = contactFields.filter((name) => name !== 'email');
type TextField = (typeof textFields)[number];

/** A contact in the form. If the value of `company` begins with `newCompanyPrefix`, the company does not exist yet. */
export type ContactValues = Readonly<Record<TextField, string>> & {
  readonly email: string;
  readonly company: Option | null;
  readonly timezone: Option | null;
  readonly tags: readonly string[];
  readonly customFields: readonly CustomField[];
};

/** Prefix of an option's value, before the name of a company that the request creates. */
export const newCompanyPrefix = 'new:';

export const emptyContact: ContactValues = {
  ...recordOf(textFields, () => ''),
  email: '',
  company: null,
  timezone: null,
  tags: [],
  customFields: [],
};

export const toValues = (contact: Contact, company: Option | null): ContactValues => ({
  ...recordOf(textFields, (name) => contact[name] ?? ''),
  email: contact.email,
  company,
  timezone: contact.timezone === null ? null : { value: contact.timezone, label: contact.timezone },
  tags: contact.tags,
  customFields: toRows(contact.customFields),
});

export const toNewContact = (values: ContactValues): Schemas['NewContact'] => ({
  ...withoutEmpty(recordOf(textFields, (name) => values[name].trim())),
  email: values.email.trim(),
  ...companyField(values.company),
  ...(values.timezone && { timezone: values.timezone.value }),
  tags: [...values.tags],
  customFields: fromRows(values.customFields),
});

/** The fields that differ from the values before the edit; an emptied field becomes null. */
export const toPatch = (values: ContactValues, before: ContactValues): Schemas['ContactPatch'] =>
  changedFields(toFullPatch(values), toFullPatch(before));

const toFullPatch = (values: ContactValues): Schemas['ContactPatch'] => ({
  ...recordOf(textFields, (name) => values[name].trim() || null),
  email: values.email.trim(),
  ...(companyField(values.company) ?? { companyId: null }),
  timezone: values.timezone?.value ?? null,
  tags: [...values.tags],
  customFields: fromRows(values.customFields),
});

function companyField(company: Option | null): { companyName: string } | { companyId: string } | undefined {
  if (company === null) return undefined;

  return company.value.startsWith(newCompanyPrefix)
    ? { companyName: company.value.slice(newCompanyPrefix.length) }
    : { companyId: company.value };
}
