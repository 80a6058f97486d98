import { contactFields } from '#lib/contacts/contact-fields.ts';
import { companyFields } from '#lib/emails/rendering/field-names.ts';

export interface MergeField {
  /** As it is written: `company.name`. */
  readonly name: string;
  readonly label: string;
  /** What the field inserts for the contact of the preview. */
  readonly sample?: string | undefined;
}

const words = (name: string): string => {
  const lower = name.replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`).replaceAll('_', ' ');

  return `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`;
};

const standard: readonly MergeField[] = [
  ...contactFields.map((name) => ({ name, label: words(name) })),
  ...companyFields.map((name) => ({
    name: `company.${name}`,
    label: `Company: ${words(name).toLowerCase()}`,
  })),
  { name: 'sender.name', label: 'Sender: name' },
  { name: 'sender.email', label: 'Sender: email' },
  { name: 'unsubscribeUrl', label: 'Unsubscribe link' },
];

/** First names come first, because most emails begin with one. */
const order = ['firstName', 'lastName', 'company.name', 'jobTitle'];

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
  const rank = ({ name }: MergeField): number =>
    (order.indexOf(name) + order.length + 1) % (order.length + 1);
  const all = [...[...standard].sort((one, other) => rank(one) - rank(other)), ...custom];

  return all.map((field) => ({ ...field, sample: sampleOf(field.name, sample) }));
}

function sampleOf(name: string, sample: SampleValues | undefined): string | undefined {
  const value = name.startsWith('custom.')
    ? sample?.customFields[name.slice('custom.'.length)]
    : sample?.values[name];

  return value === null || value === undefined || value === '' ? undefined : String(value);
}
