import type * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Context {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: JsonSchema;
}

const int32Max = 2 ** 31 - 1;

/**
 * Makes zod's JSON Schema readable, and adds what zod leaves out: rules that are code (`refine`) have their
 * message, which is also what a caller reads when they are broken.
 */
export function tidy({ zodSchema, jsonSchema }: Context, direction: 'input' | 'output'): void {
  // A reply has no defaults: what a field has without being set is there.
  if (direction === 'output') delete jsonSchema.default;
  if (jsonSchema.type === 'integer') jsonSchema.format = fitsInt32(jsonSchema) ? 'int32' : 'int64';
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') tidyTime(jsonSchema);
  if (jsonSchema.type === 'string') limitByPattern(jsonSchema);
  if (isAnyText(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;

  const rules = rulesOf(zodSchema);
  for (const rule of rules) applyRule(jsonSchema, rule);
  if (jsonSchema.uniqueItems === true) limitByChoices(jsonSchema, zodSchema);
  if (rules.length > 0) jsonSchema.description = rules.map(toSentence).join(' ');
}

const day = '\\d{4}-\\d{2}-\\d{2}';
const clock = '\\d{2}:\\d{2}:\\d{2}';

/** zod's patterns know leap years; a reader wants to see the shape. */
function tidyTime(schema: JsonSchema): void {
  const { pattern = '', format } = schema;
  delete schema.pattern;
  schema.maxLength = 40;
  if (format === 'date') {
    schema.pattern = `^${day}$`;
    schema.maxLength = 10;
  } else if (pattern.includes('\\.\\d{3}')) {
    schema.pattern = `^${day}T${clock}\\.\\d{3}Z$`;
    schema.maxLength = 24;
  } else if (!pattern.includes('[+-]')) {
    schema.pattern = `^${day}T${clock}(\\.\\d+)?Z$`;
  }
}

/** A pattern of characters and classes, each a known number of times, limits the length: `^con_[0-9A-Z]{26}$`. */
function limitByPattern(schema: JsonSchema): void {
  const pattern = /^\^(.*)\$$/.exec(schema.pattern ?? '')?.[1];
  if (pattern === undefined) return;
  const parts = [...pattern.matchAll(/(?:\[[^\]]+\]|[A-Za-z0-9_-])(?:\{(?:\d+,)?(\d+)\})?/g)];
  if (parts.map(([part]) => part).join('') !== pattern) return;
  schema.maxLength ??= parts.reduce((length, [, most = '1']) => length + Number(most), 0);
}

function fitsInt32({
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
}: JsonSchema): boolean {
  return minimum >= -int32Max && maximum <= int32Max;
}

function isAnyText(schema: JsonSchema['propertyNames']): boolean {
  return typeof schema === 'object' && schema.type === 'string' && Object.keys(schema).length === 1;
}

/** The messages of a schema's own checks. */
function rulesOf({ _zod: { def } }: z.core.$ZodTypes): string[] {
  const checks: readonly unknown[] = [...(def.checks ?? []), ...('format' in def ? [{ _zod: { def } }] : [])];

  return checks.flatMap((check) => {
    const message = messageOf(check);

    return message === undefined || message === 'Invalid input' ? [] : [message];
  });
}

interface Check {
  readonly _zod: { readonly def: { readonly error?: (issue: object) => unknown } };
}

function messageOf(check: unknown): string | undefined {
  const { error } = (check as Check)._zod.def;
  const message = error?.({ code: 'custom' });

  return typeof message === 'string' ? message : undefined;
}

/** What of a rule JSON Schema has a keyword for. */
function applyRule(schema: JsonSchema, rule: string): void {
  const most = Number(/at most (\d+) (?:bytes|fields)/.exec(rule)?.[1]);
  if (schema.type === 'array' && rule.startsWith('must not repeat')) schema.uniqueItems = true;
  // A character has at least one byte.
  if (schema.type === 'string' && most > 0) schema.maxLength ??= most;
  if (schema.type === 'object' && most > 0) schema.maxProperties ??= most;
}

/** Distinct choices from a list are no more than the list has. */
function limitByChoices(schema: JsonSchema, { _zod: { def } }: z.core.$ZodTypes): void {
  if (def.type !== 'array') return;
  const element = def.element._zod.def;
  if ('entries' in element) schema.maxItems ??= Object.keys(Object(element.entries)).length;
}

function toSentence(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}${rule.endsWith('.') ? '' : '.'}`;
}
