import * as z from 'zod/mini';
import { contactFields } from '#lib/contacts/contact-fields.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';
import { text } from '#lib/values/schemas.ts';

export const contactColumns = [...contactFields, 'companyName', 'timezone', 'tags', 'externalId'] as const;
export type ContactColumn = (typeof contactColumns)[number];

export type MappedColumn =
  | { index: number; field: ContactColumn }
  | { index: number; customField: string }
  /** A JSON object of custom fields. */
  | { index: number; customFields: true }
  | { index: number; ignored: true };

/** The target of a column in the mapping. In JSON, null means `ignore`. */
export const ColumnTarget = text(
  100,
  z.regex(
    new RegExp(`^(${contactColumns.join('|')}|ignore|custom\\.[A-Za-z][A-Za-z0-9_]{0,49})$`),
    `must be ${contactColumns.join(', ')}, custom.<name> or ignore`,
  ),
);

/** Targets by column name; see `ColumnTarget`. */
export type RequestedColumns = Readonly<Record<string, string>>;

/** Longer names are not normalised: normalising takes quadratic time in the number of combining marks. */
export const normalisedNameLengthMax = 250;

/** A name without case, spaces and punctuation, for comparison. Empty if the name is too long. */
export function normaliseColumnName(name: string): string {
  if (name.length > normalisedNameLengthMax) return '';

  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns a predicate that tests whether a name is one of the given names. */
export function columnNameMatcher(names: readonly string[]): (name: string) => boolean {
  const exact = new Set(names.map((name) => name.trim()));
  const keys = new Set(names.map(normaliseColumnName).filter((key) => key !== ''));

  return (name) => exact.has(name.trim()) || keys.has(normaliseColumnName(name));
}

/**
 * Applies the requested mapping to the header. The first column of a name is used. Faults: the file has no such column, the
 * mapping names a column twice, or two columns have the same target.
 * @returns the mapped columns by their index in the header
 */
export function requestedColumns(
  header: readonly string[],
  requested: RequestedColumns,
): { columns: ReadonlyMap<number, MappedColumn>; faults: ProblemDetail[] } {
  const columns = new Map<number, MappedColumn>();
  const columnByTarget = new Map<string, string>();
  const faults: ProblemDetail[] = [];
  const keys = header.map(normaliseColumnName);

  for (const [name, target] of Object.entries(requested)) {
    const index = indexOf(header, keys, name);
    const fault = (message: string) => faults.push({ path: `mapping.${name}`, rule: 'column', message });
    const otherColumn = columnByTarget.get(target.toLowerCase());
    if (index === -1) fault('the file has no column of this name');
    else if (columns.has(index)) fault('names the same column as another name in the mapping');
    else if (otherColumn !== undefined)
      fault(`${target} is already mapped to another column: ${JSON.stringify(otherColumn)}`);
    else columns.set(index, toColumn(index, target));
    if (target !== 'ignore') columnByTarget.set(target.toLowerCase(), name);
  }

  return { columns, faults };
}

/** -1 without a match. An exact match takes precedence over a normalised match. */
function indexOf(header: readonly string[], keys: readonly string[], requested: string): number {
  const exact = header.indexOf(requested.trim());
  const key = normaliseColumnName(requested);

  return exact === -1 && key !== '' ? keys.indexOf(key) : exact;
}

function toColumn(index: number, target: string): MappedColumn {
  const field = contactColumns.find((each) => each === target);
  if (field !== undefined) return { index, field };

  return target === 'ignore'
    ? { index, ignored: true }
    : { index, customField: target.slice('custom.'.length) };
}
