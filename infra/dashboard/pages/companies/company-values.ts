import { recordOf } from '#lib/values/record-of.ts';
import type { Schemas } from '../../api/client.ts';
import { changedFields } from '../../components/form/changed-fields.ts';
import { withoutEmpty } from '../../components/form/use-form.ts';
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

export type CompanyValues = Readonly<Record<TextField, string>> & {
  readonly name: string;
  readonly employeeCount: number | null;
  readonly tags: readonly string[];
  readonly customFields: readonly CustomField[];
};

export const emptyCompany: CompanyValues = {
  ...recordOf(textFields, () => ''),
  name: '',
  employeeCount: null,
  tags: [],
  customFields: [],
};

export const toValues = (company: Company): CompanyValues => ({
  ...recordOf(textFields, (name) => company[name] ?? ''),
  name: company.name,
  employeeCount: company.employeeCount,
  tags: company.tags,
  customFields: toRows(company.customFields),
});

export const toNewCompany = (values: CompanyValues): Schemas['NewCompany'] => ({
  ...withoutEmpty(recordOf(textFields, (name) => values[name].trim())),
  name: values.name.trim(),
  employeeCount: values.employeeCount,
  tags: [...values.tags],
  customFields: fromRows(values.customFields),
});

/** The fields that differ from the values before the edit; an emptied field becomes null. */
export const toPatch = (values: CompanyValues, before: CompanyValues): Schemas['CompanyPatch'] =>
  changedFields(toFullPatch(values), toFullPatch(before));

const toFullPatch = (values: CompanyValues): Schemas['CompanyPatch'] => ({
  ...recordOf(textFields, (name) => values[name].trim() || null),
  name: values.name.trim(),
  employeeCount: values.employeeCount,
  tags: [...values.tags],
  customFields: fromRows(values.customFields),
});
