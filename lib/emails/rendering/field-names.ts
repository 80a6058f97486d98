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

/** A contact's merge field, except `custom.*`. Templates write the field `email` as `{{email}}` or `{{contact.email}}`. */
export type ContactField = (typeof contactFields)[number];
export const contactFieldNames: readonly ContactField[] = contactFields;

/** A merge field of the contact's company. Templates write the field `name` as `{{company.name}}`. */
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
  const plain = lower.startsWith('contact.') ? lower.slice('contact.'.length) : lower;
  if (customGrammar.test(plain)) return plain;
  const joined = plain.replaceAll('_', '');

  return knownNames.get(joined) ?? aliases.get(joined);
}
