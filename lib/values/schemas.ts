import * as z from 'zod/mini';

type TextCheck = z.core.CheckFn<string> | z.core.$ZodCheck<string>;

/** Text of at most `lengthMax` characters. A longer one fails at once: no check after the length sees it. */
export function text(lengthMax: number, ...checks: readonly TextCheck[]) {
  return z.string().check(z.maxLength(lengthMax, { abort: true }), ...checks);
}

/** The same without white space around it, which does not count. */
export function trimmed(lengthMax: number, ...checks: readonly TextCheck[]) {
  return z.string().check(z.trim(), z.maxLength(lengthMax, { abort: true }), ...checks);
}

export function trimmedText(lengthMax: number) {
  return trimmed(lengthMax, z.minLength(1));
}

/**
 * Fields under names that the caller chooses. `__proto__` is refused like any other bad name: zod would drop it.
 * @param rule says at most how many
 */
export function dictionary<Value extends z.ZodMiniType>(
  name: z.ZodMiniString<string>,
  value: Value,
  { namesMax, rule }: { readonly namesMax: number; readonly rule: string },
) {
  return z.pipe(
    z.transform(refuseProto),
    z.record(name, value).check(z.refine((fields) => Object.keys(fields).length <= namesMax, rule)),
  );
}

function refuseProto(input: unknown, { issues }: z.core.ParsePayload): unknown {
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__')) {
    const reason = { code: 'custom' as const, path: [], message: 'must not be __proto__' };
    issues.push({ code: 'invalid_key', origin: 'record', issues: [reason], path: ['__proto__'], input });
  }

  return input;
}

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';
const idLength = 30;

/** An opaque id of one kind: its prefix and a ULID, so that ids sort by time of creation. */
export function idSchema(prefix: string) {
  return text(
    idLength,
    z.regex(new RegExp(`^${prefix}_${ulid}$`), `must be an id that begins with ${prefix}_`),
  );
}

/** RFC 3339, UTC, with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** RFC 3339 sets no limit to the digits of a fraction of a second. */
const momentLengthMax = 40;

/** RFC 3339, as a caller sends it. @param options whether another offset than `Z` is allowed */
export function moment(options?: { readonly offset: boolean }) {
  return text(momentLengthMax, z.iso.datetime(options));
}

/** A date without a time: `2026-11-20`. */
export function date() {
  return text(10, z.iso.date());
}

const pageLimitMax = 100;
const pageLimitDefault = 25;

/** `limit` and `cursor`, as every list takes them. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageLimitMax)), pageLimitDefault),
  cursor: z.optional(text(2000, z.minLength(1))),
};

/** Of lists whose elements have `updatedAt`: no index has it, so that it is a filter within the order of the list. */
export const updatedAfterQuery = { updatedAfter: z.optional(moment({ offset: true })) };

/** Whether an element was changed after a moment, if there is one. */
export function isUpdatedAfter(
  { updatedAt }: { readonly updatedAt: string },
  { updatedAfter }: { readonly updatedAfter?: string | undefined },
): boolean {
  return updatedAfter === undefined || Date.parse(updatedAt) > Date.parse(updatedAfter);
}

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
  });
}

/** A list in a PATCH: `null` empties it. */
export function clearable<Element>(list: z.ZodMiniType<Element[], unknown>) {
  return z.pipe(
    z.nullable(list),
    z.transform((value: Element[] | null): Element[] => value ?? []),
  );
}

/** Of a list: nothing comes twice in it. @param noun what its elements are called */
export function distinct(noun: string) {
  return z.refine<readonly string[]>(
    (values) => new Set(values).size === values.length,
    `must not repeat a ${noun}`,
  );
}
