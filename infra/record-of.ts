/** An object with one value for each key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  createValue: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<Key, Value>;
}
