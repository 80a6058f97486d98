import { generate, type JsonSchema, type Source } from '../../fuzz/support/generate.ts';

/** A value of a schema with one part at a limit, and the path of this part. */
export interface Boundary {
  readonly path: string;
  readonly value: unknown;
}

const moments = [
  '0000-01-01T00:00:00+23:59',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1900-01-01T00:00:00+14:00',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
  '2000-02-29T12:00:00.123456789-12:00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
];
const dates = ['0000-01-01', '0001-01-01', '1969-12-31', '2000-02-29', '9999-12-31'];
const textLengthMax = 2000;

/**
 * Values that a schema accepts, each with one part at a limit: the earliest and latest times, empty and longest texts, the smallest
 * and largest numbers, and empty lists.
 * @param own a value that the schema accepts; the other parts are from it
 */
export function* boundariesOf(schema: JsonSchema, own: unknown, source: Source): Generator<Boundary> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    for (const option of options) yield* boundariesOf(option, own, source);
  } else if (schema.allOf) {
    yield* boundariesOf(Object.assign({}, ...schema.allOf), own, source);
  } else if (schema.type === 'object' || schema.properties) {
    yield* fieldBoundaries(schema, own, source);
  } else if (schema.type === 'array') {
    yield { path: '', value: [] };
    for (const { path, value } of boundariesOf(schema.items ?? {}, undefined, source)) {
      yield { path: `[]${path}`, value: [value] };
    }
  } else {
    for (const value of limitsOf(schema)) yield { path: '', value };
  }
}

function* fieldBoundaries(schema: JsonSchema, own: unknown, source: Source): Generator<Boundary> {
  const required = (schema.required ?? []).map((name) => [
    name,
    generate(schema.properties?.[name] ?? {}, source, name),
  ]);
  const base: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(required),
    ...(Array.isArray(own) ? {} : Object(own)),
  };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const { path, value } of boundariesOf(field, base[name], source)) {
      yield { path: `.${name}${path}`, value: { ...base, [name]: value } };
    }
  }
  const { additionalProperties: values } = schema;
  if (typeof values !== 'object') return;
  for (const { path, value } of boundariesOf(values, undefined, source)) {
    yield { path: `.*${path}`, value: { ...base, x: value } };
  }
}

function limitsOf(schema: JsonSchema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  switch (schema.type) {
    case 'string':
      return textLimits(schema);
    case 'integer':
    case 'number':
      return numberLimits(schema);
    case 'boolean':
      return [false, true];
    case 'null':
      return [null];
    default:
      return [null, '', 0, true];
  }
}

function textLimits({ format, minLength = 0, maxLength = textLengthMax }: JsonSchema): readonly string[] {
  if (format === 'date-time') return moments;
  if (format === 'date') return dates;
  const longest = Math.min(maxLength, textLengthMax);

  return [
    'x'.repeat(minLength),
    'x'.repeat(longest),
    '\u{10ffff}'.repeat(longest / 2),
    ' ',
    '\u0000',
    '\ud800',
  ];
}

function numberLimits({ type, minimum, maximum }: JsonSchema): readonly number[] {
  const [low, high] =
    type === 'integer' ? [-(2 ** 53) + 1, 2 ** 53 - 1] : [-Number.MAX_VALUE, Number.MAX_VALUE];

  return [minimum ?? low, maximum ?? high, 0, ...(type === 'integer' ? [] : [0.1, 5e-324])].filter(
    (number) => number >= (minimum ?? low) && number <= (maximum ?? high) && Number.isFinite(number),
  );
}
