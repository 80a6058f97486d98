type Path = (string | number)[];

/** A body without a match has no inexact value, so most bodies are not searched. */
const suspicious = /\\ud[89a-f]|\d{16}|\de/i;

/**
 * The smallest number that DynamoDB stores: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const leastMagnitude = 1e-130;

/**
 * Finds values that are valid JSON but not interoperable (I-JSON, RFC 7493): lone surrogates such as `"\ud800"`, which UTF-8
 * cannot encode, and numbers that lose precision. DynamoDB accepts neither. Field names are checked by the schemas. The
 * caller has limited depth and number of values.
 * @param text the JSON text of `value`
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
