type Path = (string | number)[];

export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** Without one of these in its text a body cannot hold what is looked for: most are not searched at all. */
const suspicious = /\\ud[89a-f]|\d{16}|\de/i;

/** The least that the table can hold: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const leastMagnitude = 1e-130;

/** No contract is as deep, or tells as many faults; a body made to be both must not cost the square of its length. */
const depthMax = 30;
const faultsMax = 100;

/**
 * What is JSON and yet means something else, or nothing, to the next program (I-JSON, RFC 7493): half a character, as
 * in `"\ud800"`, which has no UTF-8, and numbers that are not exact. The table takes neither. Without recursion: a body
 * may be nested deeper than the stack.
 * @param text what the value was parsed from
 */
export function findInexact(text: string, value: unknown): Fault[] {
  if (!suspicious.test(text)) return [];
  const faults: Fault[] = [];
  const open: { path: Path; value: unknown }[] = [{ path: [], value }];

  for (let each = open.pop(); each !== undefined && faults.length < faultsMax; each = open.pop()) {
    const { path, value: inner } = each;
    const message = faultOf(inner);
    if (message !== undefined) faults.push({ path, message });
    if (typeof inner !== 'object' || inner === null) continue;
    const within = (key: string) => [...path, Array.isArray(inner) ? Number(key) : key];
    for (const [key, child] of Object.entries(inner).reverse()) {
      open.push({ path: path.length < depthMax ? within(key) : path, value: child });
    }
  }

  return faults;
}

function faultOf(value: unknown): string | undefined {
  if (typeof value === 'string') return textFault(value);
  if (typeof value === 'number') return numberFault(Math.abs(value));
  if (typeof value === 'object' && value !== null && !Object.keys(value).every((key) => key.isWellFormed())) {
    return 'must not have names that hold half a surrogate pair';
  }

  return undefined;
}

function textFault(text: string): string | undefined {
  return text.isWellFormed() ? undefined : 'must not hold half a surrogate pair';
}

function numberFault(magnitude: number): string | undefined {
  if (magnitude > Number.MAX_SAFE_INTEGER) return `must be within ±${Number.MAX_SAFE_INTEGER}`;

  return magnitude > 0 && magnitude < leastMagnitude ? 'is too close to 0' : undefined;
}
