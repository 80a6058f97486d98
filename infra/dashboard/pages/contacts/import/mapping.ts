import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { contactColumns, type MappedColumn } from '#lib/contacts/import/csv-mapping.ts';
import type { Option } from '../../../components/form/select.tsx';

/** A field of a contact, `custom` or `ignore`. */
type Target = string;

export interface ColumnChoice {
  readonly name: string;
  readonly target: Target;
  /** The target that the service itself would choose. */
  readonly guessedTarget?: string;
  /** Name of the custom field, kept while another target is chosen. */
  readonly customName: string;
  /** An earlier column has the same name. The mapping of the request uses names, so it cannot include this column. */
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
  externalId: 'External ID',
};

export const targetOptions: readonly Option[] = [
  ...contactColumns.map((value) => ({ value, label: fieldLabels[value] })),
  { value: 'custom', label: 'Custom field' },
  { value: 'ignore', label: 'Do not import' },
];

/** The mapping that the service itself would choose for a header. */
export function guessColumns(header: readonly string[], addressColumn?: number): readonly ColumnChoice[] {
  const byName = mapColumns(header, {}, { addressColumn });
  // `mapColumns` maps no column if the header has no address column, so one is appended.
  const guess = byName.kind === 'mapped' ? byName : mapColumns([...header, 'email']);
  const columns = guess.kind === 'mapped' ? guess.columns : [];

  return header.map((name, index) => {
    const column = columns[index];
    const isRepeated = header.indexOf(name) < index;
    const choice = {
      name,
      target: isRepeated ? 'ignore' : targetOf(column),
      customName: customNameOf(column) ?? suggestedCustomName(name),
      isRepeated,
    };

    return { ...choice, guessedTarget: targetKey(choice) };
  });
}

function targetOf(column: MappedColumn | undefined): Target {
  if (column === undefined || 'ignored' in column) return 'ignore';

  return 'field' in column ? column.field : 'custom';
}

const customNameOf = (column: MappedColumn | undefined): string | undefined =>
  column && 'customField' in column ? column.customField : undefined;

/**
 * The name that the service would choose for a custom field of the column. The appended ` x` keeps the service from mapping the
 * column to a field of a contact; it becomes an `X` at the end of the name, which is removed.
 */
function suggestedCustomName(name: string): string {
  const guess = mapColumns([`${name} x`, 'email']);
  const custom = guess.kind === 'mapped' ? customNameOf(guess.columns[0]) : undefined;

  return custom?.replace(/X$/u, '') ?? '';
}

/** The error of a column's choice, by the index of the column. */
export function mappingErrors(columns: readonly ColumnChoice[]): ReadonlyMap<number, string> {
  const errors = new Map<number, string>();
  const columnByTarget = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const key = targetKey(column);
    if (key === 'ignore') continue;
    const earlierColumn = columnByTarget.get(key.toLowerCase());
    if (column.target === 'custom' && !/^[A-Za-z][A-Za-z0-9_]{0,49}$/u.test(column.customName)) {
      errors.set(index, 'A name begins with a letter and has only letters, digits and underscores.');
    } else if (earlierColumn !== undefined)
      errors.set(index, `The column “${earlierColumn}” has the same target.`);
    columnByTarget.set(key.toLowerCase(), column.name);
  }

  return errors;
}

export const hasAddress = (columns: readonly ColumnChoice[]): boolean =>
  columns.some(({ target }) => target === 'email');

/** The mapping of the request: the changed columns. For the others, the service also uses columns with the same meaning. */
export const toMapping = (columns: readonly ColumnChoice[]): Record<string, string> =>
  Object.fromEntries(
    columns
      .filter((column) => !column.isRepeated && targetKey(column) !== column.guessedTarget)
      .map((column) => [column.name, targetKey(column)]),
  );

const targetKey = ({ target, customName }: ColumnChoice): string =>
  target === 'custom' ? `custom.${customName}` : target;
