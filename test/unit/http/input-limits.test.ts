import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NewContact } from '#lib/contacts/contact.ts';
import { valuesMax } from '#lib/http/json.ts';
import { endpoints } from '#lib/operations.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

interface Field {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** All nested schemas of a schema, with the path as callers write it. */
function fieldsOf(path: string, schema: z.core.$ZodType): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (name: string, inner: z.core.$ZodType) => fieldsOf(`${path}${name}`, inner);
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([name, inner]) => inside(`.${name}`, inner)),
        ...(def.catchall ? inside('.*', def.catchall) : []),
      ];
    case 'array':
      return [{ path, schema }, ...inside('[]', def.element)];
    case 'record':
      return [{ path, schema }, ...inside('.<name>', def.keyType), ...inside('.*', def.valueType)];
    case 'union':
      return def.options.flatMap((option) => inside('', option));
    case 'pipe':
      return [...inside('', def.in), ...inside('', def.out)];
    case 'optional':
    case 'nullable':
    case 'default':
      return inside('', def.innerType);
    default:
      return [{ path, schema }];
  }
}

const fields = [
  ...endpoints.flatMap(({ name, definition: { params, query, body, form } }) =>
    Object.entries({ params, query, body, form }).flatMap(([part, schema]) =>
      schema ? fieldsOf(`${name} ${part}`, schema) : [],
    ),
  ),
  ...fieldsOf('a row of an import', NewContact),
];
const ofType = (type: string) =>
  fields.filter(({ schema }) => (schema as z.core.$ZodTypes)._zod.def.type === type);

/** Kinds of schemas with values of bounded size. */
const bounded = ['enum', 'literal', 'number', 'boolean', 'null', 'undefined', 'never', 'transform'];

test('these tests cover every kind of field in requests', () => {
  const limited = ['string', 'array', 'record', ...bounded];
  const others = fields.filter(({ schema }) => !limited.includes((schema as z.core.$ZodTypes)._zod.def.type));

  expect(others.map(({ path }) => path)).toEqual([]);
  expect(ofType('string').length).toBeGreaterThan(150);
});

describe('every text of every request', () => {
  const long = 'a@'.repeat(6_000_000);

  test.each(ofType('string'))('$path of 12 MB fails by its length before other checks', ({ schema }) => {
    let issues: readonly z.core.$ZodIssue[] = [];
    const ms = cpuTimeOf(() => {
      issues = z.safeParse(schema, long).error?.issues ?? [];
    });

    expect(issues.map(({ code }) => code)).toEqual(['too_big']);
    expect(ms).toBeLessThan(50);
  });
});

test.each(ofType('array'))('$path has a maximum number of elements', ({ schema }) => {
  const checks = (schema as z.core.$ZodTypes)._zod.def.checks ?? [];
  const limit = checks
    .map(({ _zod: { def } }) => def as z.core.$ZodCheckMaxLengthDef)
    .find(({ check }) => check === 'max_length');

  expect(limit).toMatchObject({ abort: true });
  expect(limit?.maximum).toBeLessThan(valuesMax);
});

test.each(ofType('record'))('$path has a maximum number of names', ({ schema }) => {
  const names = Array.from({ length: valuesMax }, (_, at) => [`name${at}`, 'email'] as const);
  const messages = z.safeParse(schema, Object.fromEntries(names)).error?.issues.map(({ message }) => message);

  expect(messages).toEqual([expect.stringMatching(/^at most \d+ (?:fields|columns|headers)$/)]);
});
