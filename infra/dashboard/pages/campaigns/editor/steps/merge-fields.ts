import { contactFields } from '#lib/contacts/contact-fields.ts';
import { companyFields } from '#lib/emails/rendering/field-names.ts';

export interface MergeField {
  /** As it is written: `company.name`. */
  readonly name: string;
  readonly label: string;
  /** What the field inserts for the contact of the preview. */
  readonly sample?: string | undefined;
}

const labelOf = (name: string): string => {
  const lower = name.replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`).replaceAll('_', ' ');

  return `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`;
};

const standardFields: readonly MergeField[] = [
  ...contactFields.map((name) => ({ name, label: labelOf(name) })),
  ...companyFields.map((name) => ({
    name: `company.${name}`,
    label: `Company: ${labelOf(name).toLowerCase()}`,
  })),
  { name: 'sender.name', label: 'Sender: name' },
  { name: 'sender.email', label: 'Sender: email' },
  { name: 'sender.postalAddress', label: 'Sender: postal address' },
  { name: 'unsubscribeUrl', label: 'Unsubscribe link' },
];

/** Such as “First name”, or “Custom: plan” for the field `custom.plan`. */
export const fieldLabel = (name: string): string =>
  standardFields.find((field) => field.name === name)?.label ?? name.replace(/^custom\./u, 'Custom: ');

/** First names come first, because most emails begin with one. */
const preferredNames = ['firstName', 'lastName', 'company.name', 'jobTitle'];

export interface SampleValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly customFields: Readonly<Record<string, unknown>>;
}

/** All fields that a text can use, with the values of the contact of the preview. */
export function mergeFieldsOf(
  customNames: readonly string[],
  sample: SampleValues | undefined,
): MergeField[] {
  const custom = customNames.map((name) => ({ name: `custom.${name}`, label: `Custom: ${name}` }));
  const rank = ({ name }: MergeField): number => {
    const position = preferredNames.indexOf(name);

    return position === -1 ? preferredNames.length : position;
  };
  const fields = [...standardFields.toSorted((one, other) => rank(one) - rank(other)), ...custom];

  return fields.map((field) => ({ ...field, sample: sampleOf(field.name, sample) }));
}

/** The value of a field, as a text. */
export function sampleOf(name: string, sample: SampleValues | undefined): string | undefined {
  const value = name.startsWith('custom.')
    ? sample?.customFields[name.slice('custom.'.length)]
    : sample?.values[name];

  return value === null || value === undefined || value === '' ? undefined : String(value);
}
