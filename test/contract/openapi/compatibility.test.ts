import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { isObject, reachableNames, refName } from '../../../infra/openapi/json-schema.ts';
import { documented, faultsAt } from '../../support/documented.ts';

const { schemas } = documented.components;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(documented, 'openapi');

/** The object schemas inside a schema, without those behind references. */
function objectsIn(schema: unknown, place: string): { place: string; isClosed: boolean }[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => objectsIn(each, place));
  if (!isObject(schema)) return [];
  const isFixed = schema['type'] === 'object' && isObject(schema['properties']);

  return [
    ...(isFixed ? [{ place, isClosed: schema['additionalProperties'] === false }] : []),
    ...Object.entries(schema).flatMap(([key, each]) => objectsIn(each, `${place}.${key}`)),
  ];
}

/** All object schemas that a list of schemas uses, directly or by reference. */
function objectsOf(roots: readonly Schema[]) {
  const names = reachableNames(roots, schemas);

  return [
    ...roots.flatMap((root) => objectsIn(root, root.$ref === undefined ? 'inline' : refName(root.$ref))),
    ...[...names].flatMap((name) => objectsIn(schemas[name], name)),
  ];
}

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;
const schemasOf = (content: Contents | undefined) => Object.values(content ?? {}).map(({ schema }) => schema);

const operations = Object.values(documented.paths).flatMap((item) => Object.values(item));
const events = Object.values(documented.webhooks).flatMap((item) => Object.values(item));
const requests = operations.flatMap(({ requestBody }) => schemasOf(requestBody?.content));
const responses = [
  ...operations.flatMap((operation) => Object.values(operation.responses)),
  ...Object.values(documented.components.responses),
].flatMap(({ content }) => schemasOf(content));
const payloads = events.flatMap(({ requestBody }) => schemasOf(requestBody?.content));

describe('Compatible changes', () => {
  test('a field can be added to every object of a response or event', () => {
    const objects = objectsOf([...responses, ...payloads]);

    expect(objects.length).toBeGreaterThan(50);
    expect(objects.filter(({ isClosed }) => isClosed).map(({ place }) => place)).toEqual([]);
  });

  test('an unknown field in a request body is an error', () => {
    const objects = objectsOf(requests);

    expect(objects.length).toBeGreaterThan(20);
    expect(objects.filter(({ isClosed }) => !isClosed).map(({ place }) => place)).toEqual([]);
  });

  test.each(Object.entries(documented.webhooks))(
    'a client accepts %s with fields that it does not know',
    (kind, item) => {
      const media = item['post']?.requestBody?.content['application/json'];
      const example = Object(media?.example);
      const payload = { ...example, added: 1, data: { ...example.data, added: 1 } };
      const place = ['webhooks', kind, 'post', 'requestBody', 'content', 'application/json', 'schema'];

      expect(ajv.validate({ $ref: `openapi${media?.schema.$ref}` }, payload)).toBe(true);
      expect(faultsAt(place, payload)).not.toEqual([]);
    },
  );
});
