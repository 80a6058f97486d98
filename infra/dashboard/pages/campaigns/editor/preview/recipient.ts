import type { Schemas } from '../../../../api/client.ts';
import { nameOf } from '../../../names.ts';
import type { SampleValues } from '../steps/merge-fields.ts';

type Contact = Schemas['ListedContact'];
export type SampleContact = Schemas['SamplePreviewRequest']['contact'];

/** The contact that the preview is composed for: a contact of the workspace, or an invented contact, which is not stored. */
export type Recipient =
  | { readonly kind: 'contact'; readonly contact: Contact }
  | { readonly kind: 'invented'; readonly contact: SampleContact };

export const exampleContact: SampleContact = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Moreau',
  jobTitle: 'Head of Operations',
  city: 'Oslo',
  company: { name: 'Fjord Studios', domain: 'example.com' },
};

export const recipientName = ({ contact }: Recipient): string => {
  const { email, firstName = null, lastName = null } = contact;

  return nameOf({ email, firstName, lastName });
};

/** The fields of the preview request that identify the recipient. */
export const recipientFields = (recipient: Recipient) =>
  recipient.kind === 'contact' ? { contactId: recipient.contact.id } : { contact: recipient.contact };

/**
 * The values of the merge fields that the recipient contains.
 * @param contactCompany the company of a contact of the workspace, which has only its id
 */
export function sampleValuesOf(
  recipient: Recipient,
  contactCompany: Schemas['Company'] | undefined,
): SampleValues {
  const { customFields = {}, ...values } = recipient.contact;
  const company = recipient.kind === 'invented' ? recipient.contact.company : contactCompany;
  const companyValues = Object.entries(company ?? {}).map(([name, value]) => [`company.${name}`, value]);

  return { customFields, values: { ...values, ...Object.fromEntries(companyValues) } };
}
