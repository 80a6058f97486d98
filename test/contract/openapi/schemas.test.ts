import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { distinct, pageOf, Timestamp } from '#lib/values/schemas.ts';
import { namePages } from '../../../infra/openapi/pages.ts';
import { describeSchemas } from '../../../infra/openapi/schemas.ts';

const Tag = z.strictObject({ text: z._default(z.string().check(z.maxLength(50)), 'new') });
const Thing = z.strictObject({
  id: z.string().check(z.regex(/^thg_[0-9A-Z]{26}$/, 'must be an id')),
  tags: z.array(Tag),
});
const names = new Map<z.ZodMiniType, string>([
  [Tag, 'Tag'],
  [Thing, 'Thing'],
  [Timestamp, 'Timestamp'],
]);

function describeBody(schema: z.ZodMiniType) {
  return describeSchemas([{ key: 'body', schema, direction: 'input' }], names).roots.get('body');
}

describe('Schemas in the document', () => {
  test('are components with their exported names, each once', () => {
    const { roots, components } = describeSchemas(
      [{ key: 'reply', schema: Thing, direction: 'output' }],
      names,
    );

    expect(roots.get('reply')).toEqual({ $ref: '#/components/schemas/Thing' });
    expect(Object.keys(components)).toEqual(['Tag', 'Thing']);
    expect(components['Thing']?.properties?.['tags']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Tag' },
    });
  });

  test('are split when request and response differ, as are schemas that refer to them', () => {
    const { roots, components } = describeSchemas(
      [
        { key: 'body', schema: Thing, direction: 'input' },
        { key: 'reply', schema: Thing, direction: 'output' },
      ],
      names,
    );

    expect(roots.get('body')).toEqual({ $ref: '#/components/schemas/ThingInput' });
    expect(Object.keys(components)).toEqual(['Tag', 'TagInput', 'Thing', 'ThingInput']);
    expect(components['Tag']?.required).toEqual(['text']);
    expect(components['TagInput']?.required).toBeUndefined();
    expect(components['ThingInput']?.properties?.['tags']?.items).toEqual({
      $ref: '#/components/schemas/TagInput',
    });
  });

  test('that JSON Schema cannot express are an error', () => {
    expect(() => describeBody(z.strictObject({ at: z.date() }))).toThrow('Date');
  });

  test('of lists are pages of their elements', () => {
    const { roots, components } = describeSchemas(
      [{ key: 'reply', schema: pageOf(Thing), direction: 'output' }],
      names,
    );
    const named = namePages(roots, components);

    expect(named.schemaOf('reply')).toEqual({ $ref: '#/components/schemas/ThingPage' });
    expect(named.components['ThingPage']?.properties?.['data']?.items).toEqual({
      $ref: '#/components/schemas/Thing',
    });
  });
});

describe('Rules that are code', () => {
  const isShort = z.refine<string>((text) => Buffer.byteLength(text) <= 100, 'must have at most 100 bytes');

  test('are described in text, and by a keyword if there is one', () => {
    expect(describeBody(z.string().check(isShort, z.meta({ maxLength: 100 })))).toEqual({
      type: 'string',
      maxLength: 100,
      description: 'Must have at most 100 bytes.',
    });
    expect(describeBody(z.array(z.enum(['a', 'b', 'c'])).check(...distinct('type')))).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['a', 'b', 'c'] },
      uniqueItems: true,
      maxItems: 3,
      description: 'Must not repeat a type.',
    });
  });

  test('about several fields are described on their object', () => {
    const described = describeBody(
      z
        .strictObject({ a: z.optional(z.string()), b: z.optional(z.string()) })
        .check(z.refine(({ a, b }) => a === undefined || b === undefined, 'give a or b, not both')),
    );

    expect(described?.description).toBe('Give a or b, not both.');
  });
});

describe('The schema from zod', () => {
  test('of a time checks the format, not the calendar', () => {
    expect(describeBody(z.strictObject({ at: z.iso.datetime() }))?.properties?.['at']).toEqual({
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
      maxLength: 40,
    });
  });

  test('of a time allows an offset if the contract does, also if the field is optional', () => {
    const time = z.iso.datetime({ offset: true });
    const fields = z.strictObject({ at: time, until: z.optional(time), day: z.iso.date() });
    const { at, until, day } = describeBody(fields)?.properties ?? {};
    const pattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$';

    expect(at).toEqual({ type: 'string', format: 'date-time', pattern, maxLength: 40 });
    expect(until).toEqual(at);
    expect(day).toEqual({ type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 });
  });

  test('of a pattern with an end limits the length', () => {
    const id = z.string().check(z.regex(/^thg_[0-9A-Z]{26}$/));
    const open = z.string().check(z.regex(/^[a-z]+$/));

    expect(describeBody(id)?.maxLength).toBe(30);
    expect(describeBody(open)?.maxLength).toBeUndefined();
  });

  test('of integers has the format that holds them', () => {
    expect(describeBody(z.int().check(z.gte(1), z.lte(100)))?.format).toBe('int32');
    expect(describeBody(z.int())?.format).toBe('int64');
  });
});
