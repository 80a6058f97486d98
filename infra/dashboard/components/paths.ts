/** `steps[0].subject` → `['steps', '0', 'subject']` */
const keysOf = (path: string): string[] => path.split(/[.[\]]+/u).filter((key) => key !== '');

/** Returns the value at the path; undefined if a part of the path does not exist. */
export const readPath = (value: unknown, path: string): unknown =>
  keysOf(path).reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    value,
  );

/** Returns a copy of the value with `next` at the path. */
export const writePath = <Value>(value: Value, path: string, next: unknown): Value =>
  writeKeys(value, keysOf(path), next) as Value;

function writeKeys(value: unknown, [key, ...rest]: readonly string[], next: unknown): unknown {
  if (key === undefined) return next;
  const inner = writeKeys((value as Record<string, unknown> | undefined)?.[key], rest, next);
  if (Array.isArray(value)) return value.with(Number(key), inner);

  return { ...(value as object | undefined), [key]: inner };
}
