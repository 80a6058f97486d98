/** An object with one value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  createValue: (key: Key) => Value,
): Record<Key, Value> {
  // Object.fromEntries loses the names of the keys.
  return Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<Key, Value>;
}

/** The keys of an object with a fixed set of keys. */
export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record) as Key[];
}
