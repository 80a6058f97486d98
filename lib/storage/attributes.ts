import { isSameValue } from '#lib/values/same-value.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Without what says nothing — null, undefined, an empty list or object — so that an item and its copies in indexes stay small. */
export function presentAttributes(record: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** What an update must set and remove, so that an item has the attributes it should have. */
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
