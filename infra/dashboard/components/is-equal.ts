type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares values independently of the order of their fields. An absent field equals an undefined one. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isEqual(element, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;

  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isEqual(one[name], other[name]),
  );
}
