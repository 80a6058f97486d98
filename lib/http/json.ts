import * as z from 'zod/mini';
import { describeIssues, describePartIssues } from '#lib/http/issues.ts';
import { invalid, invalidField, Problem } from '#lib/values/problem.ts';
import { text } from '#lib/values/schemas.ts';

/**
 * Maximum levels and values of a JSON text. RFC 8259, section 9, allows a parser to set both limits. The deepest contract has 6
 * levels; the largest has about 3,000 values.
 */
export const depthMax = 20;
export const valuesMax = 10_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
/** `[` and `{`. */
const openers = [0x5b, 0x7b];
/** `]` and `}`. */
const closers = [0x5d, 0x7d];

/**
 * Parses JSON from a caller. Depth and number of values are checked before parsing, so that hostile input cannot use up
 * memory or the stack.
 * @param path name of the bytes in the error
 * @throws Problem 422
 */
export function readJson(bytes: Uint8Array, path = 'body'): unknown {
  const { depth, values } = measure(bytes);
  if (depth > depthMax) {
    throw invalidField(path, 'too_deep', `must be nested at most ${depthMax} levels deep`);
  }
  if (values > valuesMax) throw invalidField(path, 'too_big', `must have at most ${valuesMax} values`);

  let json: string;
  let value: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(json);
  } catch {
    throw invalidField(path, 'json', 'is not valid JSON in UTF-8');
  }
  const unstorable = findUnstorable(json, value).map((fault) => ({ code: 'custom' as const, ...fault }));
  if (unstorable.length > 0) {
    throw invalid(
      path === 'body' ? describePartIssues(unstorable, 'body') : describeIssues(unstorable, path),
    );
  }

  return value;
}

/** API Gateway's limit of a request line: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
export const queryLengthMax = 10_240;

/** A query parameter with JSON. */
export function jsonText<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(z.pipe(text(queryLengthMax), z.transform(parseJsonText)), schema);
}

function parseJsonText(input: string, { issues }: z.core.ParsePayload): unknown {
  try {
    return readJson(Buffer.from(input));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    issues.push({ code: 'custom', message: error.details?.[0]?.message ?? error.message, input });

    return z.NEVER;
  }
}

/**
 * Counts levels and values in one pass over the bytes: each comma and each opening bracket adds a value. For invalid JSON the
 * numbers are meaningless; the parser rejects it later.
 */
function measure(bytes: Uint8Array): { depth: number; values: number } {
  let openCount = 0;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values += 1;
    else if (openers.includes(byte)) {
      openCount += 1;
      values += 1;
      if (openCount > depth) depth = openCount;
    } else if (closers.includes(byte)) openCount -= 1;
  }

  return { depth, values };
}

/** Position of the closing quote: the first one after an even number of backslashes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let from = start + 1; ; ) {
    const end = bytes.indexOf(quote, from);
    if (end === -1) return bytes.length;
    let escapes = 0;
    while (end - 1 - escapes >= from && bytes[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    from = end + 1;
  }
}

type Path = (string | number)[];

interface UnstorableValue {
  readonly path: Path;
  /** The rule that the value violates. */
  readonly message: string;
}

/** An escaped surrogate, a number of 16 or more digits, or an exponent. Most bodies have none, so they need no search. */
const mayBeUnstorable = /\\ud[89a-f]|\d{16}|\de/i;

/**
 * The smallest number that DynamoDB stores: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const magnitudeMin = 1e-130;

/**
 * Finds values that are valid JSON but not interoperable (I-JSON, RFC 7493): lone surrogates such as `"\ud800"`, which UTF-8
 * cannot encode, and numbers that lose precision. DynamoDB accepts neither. Field names are checked by the schemas. The
 * caller must have checked the depth and the number of values.
 * @param text the JSON text of `value`
 */
export function findUnstorable(text: string, value: unknown): UnstorableValue[] {
  const found: UnstorableValue[] = [];
  const pending: [Path, unknown][] = mayBeUnstorable.test(text) ? [[[], value]] : [];

  for (let each = pending.pop(); each; each = pending.pop()) {
    const [path, inner] = each;
    const message = faultOf(inner);
    if (message !== undefined) found.push({ path, message });
    if (typeof inner !== 'object') continue;
    // Reversed, so that the stack returns the values in the order of the text.
    for (const [key, child] of Object.entries(inner ?? {}).reverse()) {
      pending.push([[...path, Array.isArray(inner) ? Number(key) : key], child]);
    }
  }

  return found;
}

/** Lone surrogates, numbers beyond 2^53, which may be inexact, and magnitudes that DynamoDB cannot store. */
function faultOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'must be well-formed Unicode text';
  const magnitude = typeof value === 'number' ? Math.abs(value) : 0;
  if (magnitude > Number.MAX_SAFE_INTEGER)
    return `must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

  return magnitude > 0 && magnitude < magnitudeMin
    ? `must be 0, or at least ${magnitudeMin} without its sign`
    : undefined;
}
