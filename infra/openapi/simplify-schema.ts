import type * as z from 'zod/mini';
import { exampleId } from './examples/base.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface SchemaContext {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: JsonSchema;
}

const int32Max = 2 ** 31 - 1;

/**
 * Simplifies zod's JSON Schema in place, and adds the messages of code rules (`refine`) as descriptions. Response objects are
 * open, so that fields can be added without a new API version.
 */
export function simplifySchema(
  { zodSchema, jsonSchema }: SchemaContext,
  direction: 'input' | 'output',
): void {
  // A response always has a value for a field with a default, so it documents no default.
  if (direction === 'output') {
    delete jsonSchema.default;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // Integers of responses are counts, sizes and codes, which are not negative. zod gives them the minimum of a safe integer.
    if (jsonSchema.type === 'integer' && jsonSchema.minimum === Number.MIN_SAFE_INTEGER)
      jsonSchema.minimum = 0;
  }
  simplifyFlag(jsonSchema);
  if (jsonSchema.type === 'integer') jsonSchema.format = fitsInt32(jsonSchema) ? 'int32' : 'int64';
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') simplifyTime(jsonSchema);
  if (jsonSchema.type === 'string') limitLengthByPattern(jsonSchema);
  if (isAnyText(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;

  const rules = rulesOf(zodSchema);
  if (jsonSchema.uniqueItems === true) limitItemsByEnum(jsonSchema, zodSchema);
  const [, idPrefix] = idPattern.exec(jsonSchema.pattern ?? '') ?? [];
  if (idPrefix !== undefined) {
    jsonSchema.examples = [exampleId(idPrefix)];
    // Clients must not depend on the format of ids.
    if (direction === 'output') delete jsonSchema.pattern;
  }
  if (rules.length > 0 && (direction === 'input' || idPrefix === undefined))
    jsonSchema.description = rules.map(toSentence).join(' ');
}

/** A boolean in a query is text for zod, with the same characters as a boolean. Its default is added after the rest of its schema. */
function simplifyFlag(schema: JsonSchema): void {
  if (schema.enum?.join() === 'true,false') {
    schema.type = 'boolean';
    delete schema.enum;
  }
  if (schema.type === 'boolean' && typeof schema.default === 'string')
    schema.default = schema.default === 'true';
}

/** The pattern of an id, such as `con_` and a ULID. */
const idPattern = /^\^([a-z]{3})_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/;

const datePattern = '\\d{4}-\\d{2}-\\d{2}';
const timePattern = '\\d{2}:\\d{2}:\\d{2}';

/**
 * Replaces zod's exact date patterns, which include leap years, with readable ones. A second call for the same schema changes
 * nothing, because the readable patterns keep `\.\d{3}` and `[+-]`.
 */
function simplifyTime(schema: JsonSchema): void {
  const { pattern = '', format } = schema;
  delete schema.pattern;
  schema.maxLength = 40;
  if (format === 'date') {
    schema.pattern = `^${datePattern}$`;
    schema.maxLength = 10;
  } else if (pattern.includes('\\.\\d{3}')) {
    schema.pattern = `^${datePattern}T${timePattern}\\.\\d{3}Z$`;
    schema.maxLength = 24;
  } else {
    const zone = pattern.includes('[+-]') ? '(Z|[+-]\\d{2}:\\d{2})' : 'Z';
    schema.pattern = `^${datePattern}T${timePattern}(\\.\\d+)?${zone}$`;
  }
}

/** Derives `maxLength` from a pattern of fixed length, such as `^con_[0-9A-Z]{26}$`. */
function limitLengthByPattern(schema: JsonSchema): void {
  const pattern = /^\^(.*)\$$/.exec(schema.pattern ?? '')?.[1];
  if (pattern === undefined) return;
  // A unit is one character or character class, with an optional count. The length of other constructs is not known.
  const units = [...pattern.matchAll(/(?:\[[^\]]+\]|[A-Za-z0-9_-])(?:\{(?:\d+,)?(\d+)\})?/g)];
  if (units.map(([unit]) => unit).join('') !== pattern) return;
  schema.maxLength ??= units.reduce((length, [, max = '1']) => length + Number(max), 0);
}

function fitsInt32({
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
}: JsonSchema): boolean {
  return minimum >= -int32Max && maximum <= int32Max;
}

/** Whether every text is a valid property name, so that the schema of the names restricts nothing. */
function isAnyText(schema: JsonSchema['propertyNames']): boolean {
  return typeof schema === 'object' && schema.type === 'string' && Object.keys(schema).length === 1;
}

/** The messages of the schema's checks, which state its rules. */
function rulesOf({ _zod: { def } }: z.core.$ZodTypes): string[] {
  // The message of a string format is in the definition of the schema itself, not in a check.
  const checks: readonly unknown[] = [...(def.checks ?? []), ...('format' in def ? [{ _zod: { def } }] : [])];
  const messages = checks.flatMap((check) => {
    const message = messageOf(check);

    // `Invalid input` is zod's default, which describes no rule.
    return message === undefined || message === 'Invalid input' ? [] : [message];
  });

  return [...new Set(messages)];
}

interface Check {
  readonly _zod: {
    readonly def: {
      readonly error?: (issue: object) => unknown;
      readonly path?: readonly PropertyKey[];
    };
  };
}

/** A message about one field of an object starts with the path of the field. */
function messageOf(check: unknown): string | undefined {
  const { error, path = [] } = (check as Check)._zod.def;
  const message = error?.({ code: 'custom' });
  if (typeof message !== 'string') return undefined;

  return path.length > 0 ? `\`${path.join('.')}\` ${message}` : message;
}

/** Limits a list of distinct enum values to the number of values. */
function limitItemsByEnum(schema: JsonSchema, { _zod: { def } }: z.core.$ZodTypes): void {
  if (def.type !== 'array') return;
  const element = def.element._zod.def;
  if ('entries' in element) schema.maxItems ??= Object.keys(Object(element.entries)).length;
}

function toSentence(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}${rule.endsWith('.') ? '' : '.'}`;
}
