import type { Contact } from '#lib/contacts/contact.ts';
import { fieldName, type MergeFields } from '#lib/emails/template.ts';

/** What a contact has a value for, by the names under which templates know it. */
export function mergeFields(contact: Contact): MergeFields {
  const { email, firstName, lastName, jobTitle, phone, city, customFields } = contact;
  const custom = Object.entries(customFields).map(([name, value]) => [fieldName(`custom.${name}`), value]);
  const known = Object.entries({ email, firstName, lastName, jobTitle, phone, city }).map(([name, value]) => [
    fieldName(name),
    value,
  ]);

  return Object.fromEntries(
    [...custom, ...known]
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [String(name), String(value)]),
  );
}
