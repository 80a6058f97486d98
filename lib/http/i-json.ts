type Path = (string | number)[];

/** Without one of these in its text a body cannot hold what is looked for: most are not searched at all. */
const suspicious = /\\ud[89a-f]|\d{16}|\de/i;

/** The least that the table can hold: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const leastMagnitude = 1e-130;

/**
 * Where a body is JSON and yet means something else, or nothing, to the next program (I-JSON, RFC 7493): half a
 * character, as in `"\ud800"`, which has no UTF-8, and numbers that are not exact. The table takes neither. Names of
 * fields are left to the schemas. The caller has limited depth and number of values.
 * @param text what the value was parsed from
 */
export function findInexact(text: string, value: unknown): Path[] {
  const found: Path[] = [];
  const open: [Path, unknown][] = suspicious.test(text) ? [[[], value]] : [];

  for (let each = open.pop(); each; each = open.pop()) {
    const [path, inner] = each;
    if (isInexact(inner)) found.push(path);
    if (typeof inner !== 'object') continue;
    for (const [key, child] of Object.entries(inner ?? {}).reverse()) {
      open.push([[...path, Array.isArray(inner) ? Number(key) : key], child]);
    }
  }

  return found;
}

function isInexact(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  const magnitude = typeof value === 'number' ? Math.abs(value) : 0;

  return magnitude > Number.MAX_SAFE_INTEGER || (magnitude > 0 && magnitude < leastMagnitude);
}
