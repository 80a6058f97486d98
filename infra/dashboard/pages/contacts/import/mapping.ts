import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { contactColumns, type MappedColumn } from '#lib/contacts/import/csv-mapping.ts';
import type { Option } from '../../../components/select.tsx';

/** A field of a contact, `custom` or `ignore`. */
type Target = string;

export interface ColumnChoice {
  readonly name: string;
  readonly target: Target;
  /** Name of the custom field, kept while another target is chosen. */
  readonly customName: string;
  /** Another column has the same name, so that a mapping cannot name this one. */
  readonly isRepeated: boolean;
}

const fieldLabels: Readonly<Record<(typeof contactColumns)[number], string>> = {
  email: 'Email address',
  firstName: 'First name',
  lastName: 'Last name',
  jobTitle: 'Job title',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn profile',
  website: 'Website',
  city: 'City',
  country: 'Country code',
  companyName: 'Company',
  timezone: 'Time zone',
  tags: 'Tags',
};

export const targetOptions: readonly Option[] = [
  ...contactColumns.map((value) => ({ value, label: fieldLabels[value] })),
  { value: 'custom', label: 'Custom field' },
  { value: 'ignore', label: 'Do not import' },
];

/** The service's own guess for a header. */
export function guessColumns(header: readonly string[]): readonly ColumnChoice[] {
  // With the last column, a header without a known address column is guessed, too.
  const guess = mapColumns([...header, 'email']);
  const columns = guess.kind === 'mapped' ? guess.columns : [];

  return header.map((name, index) => {
    const column = columns[index];
    const isRepeated = header.indexOf(name) < index;

    return {
      name,
      target: isRepeated ? 'ignore' : targetOf(column),
      customName: customNameOf(column) ?? customNameFor(name),
      isRepeated,
    };
  });
}

function targetOf(column: MappedColumn | undefined): Target {
  if (column === undefined || 'ignored' in column) return 'ignore';

  return 'field' in column ? column.field : 'custom';
}

const customNameOf = (column: MappedColumn | undefined): string | undefined =>
  column && 'customField' in column ? column.customField : undefined;

/** The name that the service gives a custom field of a column, also if the column has the name of a field. */
function customNameFor(name: string): string {
  const guess = mapColumns([`${name} x`, 'email']);
  const custom = guess.kind === 'mapped' ? customNameOf(guess.columns[0]) : undefined;

  return custom?.replace(/X$/u, '') ?? '';
}

/** What is wrong with a choice, by the index of its column. */
export function mappingErrors(columns: readonly ColumnChoice[]): ReadonlyMap<number, string> {
  const errors = new Map<number, string>();
  const seen = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const key = keyOf(column);
    if (key === 'ignore') continue;
    const other = seen.get(key.toLowerCase());
    if (column.target === 'custom' && !/^[A-Za-z][A-Za-z0-9_]{0,49}$/u.test(column.customName)) {
      errors.set(index, 'A name begins with a letter and has only letters, digits and underscores.');
    } else if (other !== undefined) errors.set(index, `The column “${other}” has the same target.`);
    seen.set(key.toLowerCase(), column.name);
  }

  return errors;
}

export const hasAddress = (columns: readonly ColumnChoice[]): boolean =>
  columns.some(({ target }) => target === 'email');

/** The mapping of the request. It names every column, so that the service guesses nothing. */
export const toMapping = (columns: readonly ColumnChoice[]): Record<string, string> =>
  Object.fromEntries(
    columns.filter(({ isRepeated }) => !isRepeated).map((column) => [column.name, keyOf(column)]),
  );

const keyOf = ({ target, customName }: ColumnChoice): string =>
  target === 'custom' ? `custom.${customName}` : target;
