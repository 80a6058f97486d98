import type { Schemas } from '../../api/client.ts';

type CustomFields = Schemas['CustomFields'];
export type CustomKind = 'text' | 'number' | 'boolean';

/** A custom field while it is edited. */
export interface CustomField {
  /** Identity of the row. */
  readonly key: number;
  readonly name: string;
  readonly kind: CustomKind;
  readonly text: string;
}

/* The limits of the service, in `lib/values/profile.ts`. */
export const customFieldsMax = 50;
export const nameLengthMax = 50;
export const valueLengthMax = 1000;

/** The changes of a row that gets another kind. Only a boolean has the text `true` or `false`. */
export const changeKind = (
  kind: CustomKind,
  { kind: previous, text }: CustomField,
): Partial<CustomField> => ({
  kind,
  text: kind === 'boolean' ? 'true' : previous === 'boolean' ? '' : text,
});

export const toRows = (fields: CustomFields): readonly CustomField[] =>
  Object.entries(fields).map(([name, value], key) => ({
    key,
    name,
    kind: typeof value === 'number' || typeof value === 'boolean' ? (typeof value as CustomKind) : 'text',
    text: value === null ? '' : String(value),
  }));

/** Rows with neither a name nor a value are omitted. An invalid number is sent as a text. */
export const fromRows = (rows: readonly CustomField[]): CustomFields =>
  Object.fromEntries(writtenRows(rows).map(({ name, kind, text }) => [name, readValue(kind, text)]));

/** The rows that have a name or a value, with trimmed names. */
const writtenRows = (rows: readonly CustomField[]): readonly CustomField[] =>
  rows
    .map((row) => ({ ...row, name: row.name.trim() }))
    .filter(({ name, text }) => name !== '' || text.trim() !== '');

function readValue(kind: CustomKind, text: string): CustomFields[string] {
  if (kind === 'boolean') return text !== 'false';
  const trimmed = text.trim();
  if (kind === 'number' && trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed);

  return trimmed === '' ? null : text;
}

/** The first error in the names; undefined if all names are valid. */
export function customFieldsError(rows: readonly CustomField[]): string | undefined {
  const names = writtenRows(rows).map(({ name }) => name);
  const invalidName = names.find((name) => !/^[A-Za-z][A-Za-z0-9_]{0,49}$/u.test(name));
  if (invalidName !== undefined) {
    return `The name “${invalidName}” must begin with a letter and have only letters, digits and underscores.`;
  }
  const repeatedName = names.find((name, index) => names.indexOf(name) < index);

  return repeatedName === undefined ? undefined : `The name “${repeatedName}” is used twice.`;
}
