import type { Schemas } from '../../api/client.ts';
import { withoutEmpty } from '../../components/use-form.ts';
import { changedTexts, isDifferent } from '../profile/changes.ts';
import { type CustomField, fromRows, toRows } from '../profile/custom-fields.ts';
import type { Company } from './queries.ts';

const textFields = [
  'domain',
  'website',
  'industry',
  'country',
  'city',
  'linkedinUrl',
  'phone',
  'description',
] as const;
type TextField = (typeof textFields)[number];

/** A company in the form. */
export type CompanyValues = Readonly<Record<TextField, string>> & {
  readonly name: string;
  readonly employeeCount: number | null;
  readonly tags: readonly string[];
  readonly customFields: readonly CustomField[];
};

const textsOf = (read: (name: TextField) => string): Record<TextField, string> =>
  Object.fromEntries(textFields.map((name) => [name, read(name)])) as Record<TextField, string>;

export const emptyCompany: CompanyValues = {
  ...textsOf(() => ''),
  name: '',
  employeeCount: null,
  tags: [],
  customFields: [],
};

export const toValues = (company: Company): CompanyValues => ({
  ...textsOf((name) => company[name] ?? ''),
  name: company.name,
  employeeCount: company.employeeCount,
  tags: company.tags,
  customFields: toRows(company.customFields),
});

export const toNewCompany = (values: CompanyValues): Schemas['NewCompany'] => ({
  ...withoutEmpty(textsOf((name) => values[name].trim())),
  name: values.name.trim(),
  employeeCount: values.employeeCount,
  tags: [...values.tags],
  customFields: fromRows(values.customFields),
});

/** The fields that differ from the values before the edit; an emptied field becomes null. */
export function toPatch(values: CompanyValues, before: CompanyValues): Schemas['CompanyPatch'] {
  return {
    ...changedTexts(textFields, values, before),
    ...(values.name.trim() !== before.name && { name: values.name.trim() }),
    ...(values.employeeCount !== before.employeeCount && { employeeCount: values.employeeCount }),
    ...(isDifferent(values.tags, before.tags) && { tags: [...values.tags] }),
    ...(isDifferent(values.customFields, before.customFields) && {
      customFields: fromRows(values.customFields),
    }),
  };
}
