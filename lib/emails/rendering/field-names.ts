import { contactFields } from '#lib/contacts/contact-fields.ts';

/** The merge fields of the contact's company. Templates write the field `name` as `{{company.name}}`. */
export const companyFields = [
  'name',
  'domain',
  'website',
  'industry',
  'employeeCount',
  'city',
  'country',
  'linkedinUrl',
  'phone',
  'description',
] as const;

/** Templates write a field of the contact, such as `email`, as `{{email}}` or `{{contact.email}}`. */
const knownNames: ReadonlyMap<string, string> = new Map(
  [
    ...contactFields,
    ...companyFields.map((name) => `company.${name}`),
    'sender.name',
    'sender.email',
    'sender.postalAddress',
    'unsubscribeUrl',
  ].map((name) => [name.toLowerCase(), name]),
);
const aliases: ReadonlyMap<string, string> = new Map([['companyname', 'company.name']]);

/** The patterns are unambiguous, so matching takes linear time. */
const nameGrammar = /^[a-z][a-z0-9_.]*$/;
const customGrammar = /^custom\.[a-z][a-z0-9_]*$/;

/**
 * The canonical name of a merge field: `first_name`, `FirstName` and `contact.firstName` all mean `firstName`. Underscores
 * are significant in names of custom fields. Undefined if the field is unknown.
 */
export function canonicalName(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!nameGrammar.test(lower)) return undefined;
  const withoutPrefix = lower.startsWith('contact.') ? lower.slice('contact.'.length) : lower;
  if (customGrammar.test(withoutPrefix)) return withoutPrefix;
  const withoutUnderscores = withoutPrefix.replaceAll('_', '');

  return knownNames.get(withoutUnderscores) ?? aliases.get(withoutUnderscores);
}
