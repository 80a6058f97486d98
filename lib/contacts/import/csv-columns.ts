import { meaningOfColumn } from '#lib/contacts/import/cells/column-names.ts';
import { exportedCustomField, serviceColumnMatcher } from '#lib/contacts/import/cells/own-export.ts';
import { type SuppressionColumn, suppressionColumnOf } from '#lib/contacts/import/cells/suppression.ts';
import {
  type ContactColumn,
  type MappedColumn,
  normaliseColumnName,
  type RequestedColumns,
  requestedColumns,
} from '#lib/contacts/import/csv-mapping.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';
import { customFieldsMax, toCustomFieldName } from '#lib/values/profile.ts';

/** The columns of a file by their meaning. */
export interface MappedColumns {
  /** One for each column of the file. */
  readonly columns: readonly MappedColumn[];
  /** Columns that fill a field if its column is empty or not valid, in order of preference. */
  readonly alternatives: readonly FieldColumn[];
  readonly suppression: readonly SuppressionColumn[];
  /** Whether columns are ignored because a contact has too many custom fields. */
  readonly isOverfull: boolean;
  readonly warnings: readonly string[];
}

/** `unmappable`: no column has addresses. `mismatched`: the header does not fit the requested mapping. */
export type ColumnMapping =
  | ({ kind: 'mapped' } & MappedColumns)
  | { kind: 'unmappable'; message: string }
  | { kind: 'mismatched'; faults: ProblemDetail[] };

interface FieldColumn {
  readonly index: number;
  readonly field: ContactColumn;
}

/** What is known from the rows. */
interface ContentHints {
  /** The column with the addresses, if no name says so or the named one has flags. */
  readonly addressColumn?: number | undefined;
  readonly emptyColumns?: ReadonlySet<number>;
}

/** Of these fields a person has several. The «Title» of Outlook is «Mr.», so it does not replace a missing job title. */
const alternativeFields: ReadonlySet<ContactColumn> = new Set<ContactColumn>([
  ...(['email', 'phone', 'linkedinUrl', 'website', 'city', 'country'] as const),
]);

const shownNameLengthMax = 60;
const shownNamesMax = 20;

/**
 * Maps the columns of an imported table by the requested mapping, otherwise by their names. The preferred column fills a field,
 * regardless of the order of columns. An unknown column becomes a custom field with a safe camel-case name. A column that is
 * ignored, although the mapping does not say so, has a warning.
 */
export function mapColumns(
  header: readonly string[],
  requested: RequestedColumns = {},
  { addressColumn, emptyColumns = new Set() }: ContentHints = {},
): ColumnMapping {
  const { columns: requestedByIndex, faults } = requestedColumns(header, requested);
  if (faults.length > 0) return { kind: 'mismatched', faults };
  const requestedTargets = [...requestedByIndex.values()];
  const requestedFields = new Set(requestedTargets.map((column) => 'field' in column && column.field));
  const isService = serviceColumnMatcher(header);
  const candidates = fieldColumns(header, addressColumn).filter(
    ({ index, field }) => !(requestedByIndex.has(index) || requestedFields.has(field)),
  );
  const winners = new Map(candidates.toReversed().map(({ index, field }) => [field, index]));
  /** In lower case. */
  const customNames = new Set(
    requestedTargets.flatMap((column) => ('customField' in column ? column.customField.toLowerCase() : [])),
  );
  const names = header.map(normaliseColumnName);
  const plan: CustomPlan = { header, names, customNames, warnings: [], overflow: [] };

  const columns = header.map((name, index): MappedColumn => {
    const requestedColumn = requestedByIndex.get(index);
    if (requestedColumn) return requestedColumn;
    if (isService(name)) return { index, ignored: true };
    if (names[index] === 'customfields') return { index, customFields: true };
    const field = candidates.find((column) => column.index === index)?.field;
    if (field !== undefined && winners.get(field) === index) return { index, field };

    return emptyColumns.has(index)
      ? { index, ignored: true }
      : planCustomField(plan, index, field ?? meaningOfColumn(name)?.field);
  });

  if (!(winners.has('email') || requestedFields.has('email'))) {
    const hint = 'Name it in mapping, for example {"Kontakt": "email"}.';

    return { kind: 'unmappable', message: `No email column among: ${quoteNames(header)}. ${hint}` };
  }

  return {
    kind: 'mapped',
    columns,
    alternatives: candidates.filter(
      ({ index, field }) => alternativeFields.has(field) && winners.get(field) !== index,
    ),
    suppression: header.flatMap((name, index) =>
      'ignored' in (requestedByIndex.get(index) ?? {}) ? [] : (suppressionColumnOf(name, index) ?? []),
    ),
    isOverfull: plan.overflow.length > 0,
    warnings: [...plan.warnings, ...overflowWarning(plan.overflow)],
  };
}

/** The columns with a known name, preferred ones first. Columns with one rank are ordered by their names. */
function fieldColumns(header: readonly string[], addressColumn: number | undefined): FieldColumn[] {
  return header
    .flatMap((name, index) => {
      const meaning =
        index === addressColumn ? ({ field: 'email', rank: -1 } as const) : meaningOfColumn(name);

      return meaning ? [{ index, name: normaliseColumnName(name), ...meaning }] : [];
    })
    .sort(
      (one, other) => one.rank - other.rank || (one.name < other.name ? -1 : Number(one.name > other.name)),
    )
    .map(({ index, field }) => ({ index, field }));
}

interface CustomPlan {
  readonly header: readonly string[];
  /** The header, normalised. */
  readonly names: readonly string[];
  /** Custom fields already used, in lower case. */
  readonly customNames: Set<string>;
  readonly warnings: string[];
  readonly overflow: string[];
}

/** @param field the field that another column fills */
function planCustomField(
  { header, names, customNames, warnings, overflow }: CustomPlan,
  index: number,
  field: ContactColumn | undefined,
): MappedColumn {
  const ignored = { index, ignored: true } as const;
  const name = header[index] ?? '';
  const shown = quoteName(name);
  const warn = (message: string) => {
    warnings.push(message);

    return ignored;
  };
  if (name.trim() === '') return warn(`Column ${index + 1} has no name and is ignored.`);
  const customName = exportedCustomField(name) ?? toCustomFieldName(name);
  const lowerCase = customName?.toLowerCase() ?? '';
  if (customName === null)
    return warn(`Column ${shown} is ignored: its name cannot be used for a custom field.`);
  const isRepeated = names[index] !== '' && names.indexOf(names[index] ?? '') < index;
  if (isRepeated || customNames.has(lowerCase))
    return warn(`Column ${shown} is ignored: another column has the same name.`);
  // A custom field must not have the name of a field of the contact. Another column fills the field already.
  if (field?.toLowerCase() === lowerCase)
    return warn(`Column ${shown} is ignored: another column is already mapped to ${field}.`);
  if (customNames.size >= customFieldsMax) {
    overflow.push(name);

    return ignored;
  }
  if (field !== undefined)
    warnings.push(`Column ${shown} becomes a custom field: another column is already mapped to ${field}.`);
  customNames.add(lowerCase);

  return { index, customField: customName };
}

function overflowWarning(names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [`At most ${customFieldsMax} custom fields are read. These columns are ignored: ${quoteNames(names)}.`];
}

export function quoteNames(names: readonly string[]): string {
  const more = names.length - shownNamesMax;

  return `${names.slice(0, shownNamesMax).map(quoteName).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function quoteName(name: string): string {
  const shown = name.trim();

  return `«${shown.length > shownNameLengthMax ? `${shown.slice(0, shownNameLengthMax)}…` : shown}»`;
}
