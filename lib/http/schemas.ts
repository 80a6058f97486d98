import * as z from 'zod/mini';

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';

/** An opaque id of one kind: its prefix and a ULID, so that ids sort by time of creation. */
export function idSchema(prefix: string) {
  return z
    .string()
    .check(z.regex(new RegExp(`^${prefix}_${ulid}$`), `must be an id that begins with ${prefix}_`));
}

/** RFC 3339, UTC, with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

export function trimmedText(maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));
}

const pageLimitMax = 100;
const pageLimitDefault = 25;

/** `limit` and `cursor`, as every list takes them. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageLimitMax)), pageLimitDefault),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
};

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
  });
}

/** Of a list: nothing comes twice in it. @param noun what its elements are called */
export function distinct(noun: string) {
  return z.refine<readonly string[]>(
    (values) => new Set(values).size === values.length,
    `must not repeat a ${noun}`,
  );
}
