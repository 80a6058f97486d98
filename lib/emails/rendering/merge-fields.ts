import type { Company } from '#lib/companies/company.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { contactFields } from '#lib/contacts/contact-fields.ts';
import { canonicalName, companyFields } from '#lib/emails/rendering/field-names.ts';

export type MergeCompany = Pick<Company, (typeof companyFields)[number]>;
/** The fields of a contact that an email uses. */
export type MergeContact = Pick<Contact, (typeof contactFields)[number] | 'customFields'>;

/** Values of merge fields by canonical name. Fields without a value are absent. */
export type MergeFields = ReadonlyMap<string, string>;

export interface MergeSources {
  readonly contact: MergeContact;
  readonly company: MergeCompany | undefined;
  readonly sender: {
    readonly email: string;
    readonly fromName: string | null;
    readonly postalAddress: string | null;
  };
  /** If undefined, `unsubscribeUrl` is a missing field. */
  readonly unsubscribeUrl: string | undefined;
}

/** Builds the merge field values. `sender.name` defaults to the sender's address, as in mail clients. */
export function mergeFields({ contact, company, sender, unsubscribeUrl }: MergeSources): MergeFields {
  const values: (readonly [string | undefined, unknown])[] = [
    ...Object.entries(contact.customFields).map(
      ([name, value]) => [canonicalName(`custom.${name}`), value] as const,
    ),
    ...contactFields.map((name) => [name, contact[name]] as const),
    ...(company ? companyFields.map((name) => [`company.${name}`, company[name]] as const) : []),
    ['sender.name', sender.fromName ?? sender.email],
    ['sender.email', sender.email],
    ['sender.postalAddress', sender.postalAddress],
    ['unsubscribeUrl', unsubscribeUrl],
  ];

  return new Map(
    values.flatMap(([name, value]) =>
      name === undefined || value === undefined || value === null || value === ''
        ? []
        : [[name, String(value)] as const],
    ),
  );
}

/** The required fields that have no value. */
export function missingFields(required: readonly string[], fields: MergeFields): string[] {
  return required.filter((name) => !fields.has(name));
}
