import { expect, test } from 'vitest';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { refName } from '../../../infra/openapi/json-schema.ts';
import { documented } from '../../support/documented.ts';

interface Field {
  readonly path: string;
  readonly schema: Schema;
}

function resolve(schema: Schema): Schema {
  return schema.$ref === undefined
    ? schema
    : resolve(documented.components.schemas[refName(schema.$ref)] ?? {});
}

/** A schema, or the alternatives of a union. */
function choicesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? [schema]).map(resolve);
}

/** Fields of a body and its nested objects. Array elements are values, which are replaced as a whole. */
function fieldsOf(schema: Schema, path = ''): Field[] {
  return choicesOf(resolve(schema)).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const fieldPath = path === '' ? name : `${path}.${name}`;

      return [{ path: fieldPath, schema: field }, ...fieldsOf(field, fieldPath)];
    }),
  );
}

const patches = Object.entries(documented.paths).flatMap(([path, { patch }]) => {
  const body = patch?.requestBody?.content['application/json']?.schema;
  const answer = patch?.responses['200']?.content?.['application/json']?.schema;

  return body && answer ? [{ path, body, answer }] : [];
});

test('there are PATCH bodies to check', () => {
  expect(patches.length).toBeGreaterThanOrEqual(5);
});

test.each(patches)('PATCH $path does not change absent fields, including nested ones', ({ body }) => {
  const fields = fieldsOf(body);
  const objects = [{ path: 'body', schema: body }, ...fields].flatMap(({ path, schema }) =>
    choicesOf(resolve(schema)).flatMap(({ required = [] }) => required.map((name) => `${path}.${name}`)),
  );

  // The document describes the default of a schema in its text.
  expect(
    fields.filter(({ schema }) => schema.description?.includes('Default `')).map(({ path }) => path),
  ).toEqual([]);
  expect(objects).toEqual([]);
});

test.each(patches)('PATCH $path accepts null for each list that may be empty', ({ body, answer }) => {
  const state = new Set(fieldsOf(answer).map(({ path }) => path));
  const lists = fieldsOf(body).filter(
    ({ path, schema }) =>
      state.has(path) &&
      choicesOf(schema).some(({ type, minItems = 0 }) => type === 'array' && minItems === 0),
  );

  expect(
    lists
      .filter(({ schema }) => !choicesOf(schema).some(({ type }) => type === 'null'))
      .map(({ path }) => path),
  ).toEqual([]);
});
