import { isSameValue } from '#lib/values/same-value.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Omits null, undefined and empty lists and objects, so that items and their index entries stay small. */
export function presentAttributes(record: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** The attributes to set and to remove to turn `before` into `after`. */
export function attributeChanges(
  before: Attributes,
  after: Attributes,
): { readonly set: Record<string, unknown>; readonly remove: string[] } {
  return {
    set: Object.fromEntries(
      Object.entries(after).filter(([name, value]) => !isSameValue(before[name], value)),
    ),
    remove: Object.keys(before).filter((name) => !(name in after)),
  };
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;

  return Array.isArray(value)
    ? value.length === 0
    : typeof value === 'object' && Object.keys(value).length === 0;
}
