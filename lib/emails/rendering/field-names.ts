const contactFields = [
  'email',
  'firstName',
  'lastName',
  'jobTitle',
  'phone',
  'linkedinUrl',
  'website',
  'city',
  'country',
] as const;

const companyFields = [
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

/** What templates may say of a contact, `custom.*` aside; its field `email` is `{{email}}` or `{{contact.email}}`. */
export type ContactField = (typeof contactFields)[number];
export const contactFieldNames: readonly ContactField[] = contactFields;

/** What templates may say of a contact's company: its field `name` is `{{company.name}}`. */
export type CompanyField = (typeof companyFields)[number];
export const companyFieldNames: readonly CompanyField[] = companyFields;

const knownNames: ReadonlyMap<string, string> = new Map(
  [
    ...contactFields,
    ...companyFields.map((name) => `company.${name}`),
    'sender.name',
    'sender.email',
    'unsubscribeUrl',
  ].map((name) => [name.toLowerCase(), name]),
);
const aliases: ReadonlyMap<string, string> = new Map([['companyname', 'company.name']]);

/** Nothing here can be matched in two ways, so a name takes time in proportion to its length. */
const nameGrammar = /^[a-z][a-z0-9_.]*$/;
const customGrammar = /^custom\.[a-z][a-z0-9_]*$/;

/**
 * The one name of a field that may be written in several ways: `first_name`, `FirstName` and `contact.firstName` are
 * `firstName`. Underscores belong to the names of custom fields. Undefined for what is no field.
 */
export function canonicalName(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!nameGrammar.test(lower)) return undefined;
  const plain = lower.startsWith('contact.') ? lower.slice('contact.'.length) : lower;
  if (customGrammar.test(plain)) return plain;
  const joined = plain.replaceAll('_', '');

  return knownNames.get(joined) ?? aliases.get(joined);
}
