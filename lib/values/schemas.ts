import * as z from 'zod/mini';
import { timestamp } from '#lib/values/ids.ts';

type TextCheck = z.core.CheckFn<string> | z.core.$ZodCheck<string>;

/** Text of at most `lengthMax` characters. The length is checked first; if it fails, the other checks do not run. */
export function text(lengthMax: number, ...checks: readonly TextCheck[]) {
  return z.string().check(z.maxLength(lengthMax, { abort: true }), ...checks);
}

/** As `text`, after trimming white space. */
export function trimmed(lengthMax: number, ...checks: readonly TextCheck[]) {
  return z.string().check(z.trim(), z.maxLength(lengthMax, { abort: true }), ...checks);
}

/** Text of 1 to `lengthMax` characters after trimming. */
export function trimmedText(lengthMax: number) {
  return trimmed(lengthMax, z.minLength(1));
}

/**
 * An object with names that the caller chooses. `__proto__` is rejected like other invalid names, because zod would silently
 * drop it.
 * @param rule error message that states `namesMax`
 */
export function dictionary<Value extends z.ZodMiniType>(
  name: z.ZodMiniString<string>,
  value: Value,
  { namesMax, rule }: { readonly namesMax: number; readonly rule: string },
) {
  return z.pipe(
    z.transform(rejectProto),
    z.record(name, value).check(
      z.refine((fields) => Object.keys(fields).length <= namesMax, rule),
      // For the API document.
      z.meta({ maxProperties: namesMax }),
    ),
  );
}

/** Reports a field `__proto__` as an issue of the input. */
function rejectProto(input: unknown, { issues }: z.core.ParsePayload): unknown {
  if (typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__')) {
    const reason = { code: 'custom' as const, path: [], message: 'must not be __proto__' };
    issues.push({ code: 'invalid_key', origin: 'record', issues: [reason], path: ['__proto__'], input });
  }

  return input;
}

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';
const idLength = 30;

/**
 * An opaque id: a prefix and a ULID, so that ids sort by creation time.
 * @__NO_SIDE_EFFECTS__
 */
export function idSchema(prefix: string) {
  return text(
    idLength,
    z.regex(new RegExp(`^${prefix}_${ulid}$`), `must be an id: ${prefix}_ and 26 more characters`),
  );
}

/* Bundling drops the schemas that a function does not use, because `idSchema` has no side effects. */
export const BulkJobId = idSchema('bjb');
export const CampaignId = idSchema('cmp');
export const CompanyId = idSchema('com');
export const ContactId = idSchema('con');
export const EmailAccountId = idSchema('acc');
export const ExecutionId = idSchema('exe');
export const ExportId = idSchema('exp');
export const ImportId = idSchema('imp');
export const StepId = idSchema('stp');

/** RFC 3339, UTC, with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** RFC 3339 does not limit the number of fractional digits. */
const momentLengthMax = 40;

/** An RFC 3339 time with any offset from a caller. The result is in UTC, like all times in responses. */
export function moment() {
  return text(momentLengthMax, z.iso.datetime({ offset: true }), z.overwrite(toUtc));
}

/** Invalid times stay unchanged, because the check reports them. */
function toUtc(time: string): string {
  const milliseconds = Date.parse(time);

  return Number.isNaN(milliseconds) ? time : timestamp(milliseconds);
}

/** A date without a time, such as `2026-11-20`. */
export function date() {
  return text(10, z.iso.date());
}

const pageLimitMax = 100;
const pageLimitDefault = 25;

/** A boolean in a query. */
export function flag() {
  return z.enum(['true', 'false']);
}

/** `limit` and `cursor` of every list. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageLimitMax)), pageLimitDefault),
  cursor: z.optional(text(2000, z.minLength(1))),
};

export const ListOrder = z.enum(['asc', 'desc']);
export type ListOrder = z.infer<typeof ListOrder>;

/** For lists that clients synchronise. Default: the order of the list. */
export const orderQuery = { order: z.optional(ListOrder) };

/** For lists of elements with `updatedAt`. No index has it, so it is a filter within the list's order. */
export const updatedAfterQuery = { updatedAfter: z.optional(moment()) };

/** Whether an element was changed after `updatedAfter`, if given. */
export function isUpdatedAfter(
  { updatedAt }: { readonly updatedAt: string },
  { updatedAfter }: { readonly updatedAfter?: string | undefined },
): boolean {
  return updatedAfter === undefined || Date.parse(updatedAt) > Date.parse(updatedAfter);
}

/** The response of a list: one page of items. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    hasMore: z.boolean(),
  });
}

/** A list in a PATCH; `null` clears it. */
export function clearable<Element>(list: z.ZodMiniType<Element[], unknown>) {
  return z.pipe(
    z.nullable(list),
    z.transform((value: Element[] | null): Element[] => value ?? []),
  );
}

/** The checks of a list without duplicates. @param noun name of an element, for the message */
export function distinct(noun: string) {
  const isDistinct = z.refine<readonly string[]>(
    (values) => new Set(values).size === values.length,
    `must not repeat ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`,
  );

  return [isDistinct, z.meta<readonly string[]>({ uniqueItems: true })] as const;
}
