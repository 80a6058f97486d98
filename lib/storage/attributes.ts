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

/** Whether two values of JSON are equal, whatever the order of their objects' names. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;

  return Array.isArray(value)
    ? value.length === 0
    : typeof value === 'object' && Object.keys(value).length === 0;
}
