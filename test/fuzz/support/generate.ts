import { sample, stringMatching } from 'fast-check';
import * as z from 'zod/mini';
import { newId } from '#lib/values/ids.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { numbers, texts } from './hostile.ts';
import type { Pool } from './pool.ts';
import type { Random } from './random.ts';

/** The subset of JSON Schema that zod generates. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
}

export interface Source {
  readonly dice: Random;
  readonly pool: Pool;
}

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>();

/**
 * Schema of a caller's input. JSON Schema cannot express refinements, so some generated values are refused.
 */
export function inputSchema(schema: z.ZodMiniType): JsonSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const written: JsonSchema = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  );
  schemas.set(schema, written);

  return written;
}

/** A random value that matches a schema. @param name of the field, a hint at its format */
export function generate(schema: JsonSchema, source: Source, name = ''): unknown {
  const { dice } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return generate(dice.pick(options), source, name);
  if (schema.allOf) return generate(Object.assign({}, ...schema.allOf), source, name);

  switch (schema.type) {
    case 'string':
      return generateText(schema, source, name);
    case 'integer':
    case 'number':
      return generateNumber(schema, dice);
    case 'boolean':
      return dice.chance(0.5);
    case 'array':
      return generateList(schema, source, name);
    case 'object':
      return generateObject(schema, source);
    case 'null':
      return null;
    default:
      // The name is the only hint at its type.
      return dice.chance(0.8) ? generateText(schema, source, name) : dice.pick([7, true, null]);
  }
}

function generateObject(schema: JsonSchema, source: Source): Record<string, unknown> {
  const { dice } = source;
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || dice.chance(0.4),
  );
  const { additionalProperties: values, propertyNames = { type: 'string' } } = schema;
  const more =
    typeof values === 'object'
      ? Array.from({ length: dice.below(4) }, () => [
          generate(propertyNames, source),
          generate(values, source),
        ])
      : [];

  return Object.fromEntries([...fields.map(([name, each]) => [name, generate(each, source, name)]), ...more]);
}

function generateList(schema: JsonSchema, source: Source, name: string): unknown[] {
  const { minItems = 0, maxItems = 10, items = {} } = schema;
  const length = minItems + source.dice.below(Math.min(maxItems - minItems, 3) + 1);

  return Array.from({ length }, () => generate(items, source, name.replace(/s$/, '')));
}

function generateNumber({ type, minimum, maximum }: JsonSchema, dice: Random): number {
  const isUnbounded = minimum === undefined && maximum === undefined;
  if (isUnbounded && dice.chance(0.2)) return dice.pick(numbers);

  return numberWithin(type, minimum ?? -1000, maximum ?? 1000, dice);
}

function numberWithin(type: string | undefined, minimum: number, maximum: number, dice: Random): number {
  const [low, high] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)];
  if (dice.chance(0.2)) return dice.pick([low, high]);
  const number = low + dice.below(high - low + 1);

  return type === 'integer' || dice.chance(0.7) ? number : number / 8;
}

/** Typical values of fields, by name pattern. */
const byName: readonly (readonly [RegExp, (dice: Random) => string])[] = [
  [/email|replyTo/i, () => uniqueEmail()],
  [/url|website/i, (dice) => `https://hooks.example.com/${dice.below(1000)}`],
  [/domain/i, (dice) => `company-${dice.below(1e9)}.example`],
  [/timezone/i, (dice) => dice.pick(['UTC', 'Europe/Berlin', 'America/St_Johns'])],
  [/country/i, (dice) => dice.pick(['DE', 'US', 'FR'])],
  [/^value$/i, (dice) => (dice.chance(0.5) ? uniqueEmail() : `blocked-${dice.below(1e9)}.example`)],
  [/after|before|At$/, (dice) => moment(dice)],
  [/^(from|to)$/, (dice) => moment(dice).slice(0, 10)],
];

function generateText(schema: JsonSchema, source: Source, name: string): string {
  const { dice, pool } = source;
  const { pattern, format, minLength = 0, maxLength = 40 } = schema;
  const prefix = /^\^([a-z]{3})_/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) {
    return (dice.chance(0.9) && pool.id(prefix, dice)) || newId('key', Date.now()).replace('key', prefix);
  }
  if (format === 'date-time') return moment(dice);
  if (format === 'date') return moment(dice).slice(0, 10);
  if (name === 'cursor' && dice.chance(0.9)) return pool.cursor(dice) ?? 'none';
  const known = byName.find(([names]) => names.test(name))?.[1];
  if (known && dice.chance(0.9)) return known(dice);
  if (pattern !== undefined) return matching(pattern, dice);

  const text = dice.chance(0.2) ? dice.pick(texts) : `some text ${dice.below(1e6)}`;
  const length = dice.chance(0.1) ? Math.min(maxLength, 3000) : maxLength;

  return text
    .slice(0, length)
    .padEnd(dice.chance(0.1) ? length : 0, 'x')
    .padEnd(minLength, 'y');
}

function moment(dice: Random): string {
  return new Date(Date.now() + (dice.below(2001) - 1000) * 3_600_000).toISOString();
}

function matching(pattern: string, dice: Random): string {
  const [text = ''] = sample(stringMatching(new RegExp(pattern)), { numRuns: 1, seed: dice.below(2 ** 31) });

  return text;
}
