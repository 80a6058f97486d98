import type { SampleContact } from '../../campaigns/editor/preview/recipient.ts';
import type { ChosenFile } from '../../contacts/import/csv-preview.ts';
import type { ColumnChoice } from '../../contacts/import/mapping.ts';

/** A file, and the targets of its columns. */
export interface ChosenPeople {
  readonly chosen: ChosenFile;
  readonly columns: readonly ColumnChoice[];
  readonly isAdded: boolean;
}

const shownLengthMax = 100;
const profileFields = ['firstName', 'lastName', 'jobTitle', 'city'] as const;

/** The first person of a file for the preview, with the fields that texts use; undefined without an address. */
export function contactOfRow({ chosen: { preview }, columns }: ChosenPeople): SampleContact | undefined {
  const emailColumn = columns.findIndex(({ target }) => target === 'email');
  const row = preview.rows.find((cells) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/u.test(cells[emailColumn] ?? ''));
  const cellOf = (column: number): string => (row?.[column] ?? '').slice(0, shownLengthMax);
  const fieldOf = (field: string): string => cellOf(columns.findIndex(({ target }) => target === field));
  if (!row) return undefined;
  const company = fieldOf('companyName');
  const profile = profileFields.map((field) => [field, fieldOf(field)] as const);
  const custom = columns.flatMap(({ target, customName }, index) =>
    target === 'custom' && /^[A-Za-z]\w{0,49}$/u.test(customName)
      ? [[customName, cellOf(index)] as const]
      : [],
  );

  return {
    email: fieldOf('email'),
    ...withoutEmpty(profile),
    ...(company !== '' && { company: { name: company } }),
    customFields: withoutEmpty(custom),
  };
}

const withoutEmpty = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries.filter(([, value]) => value !== ''));
