import { describe, expect, test } from 'vitest';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { endpoints } from '#lib/operations.ts';
import { operationSchemaPath, textKeysOf } from '../../../infra/openapi/fields.ts';
import { refName } from '../../../infra/openapi/json-schema.ts';
import { nameSchemas } from '../../../infra/openapi/named-schemas.ts';
import { fieldKeywords, fieldTexts } from '../../../infra/openapi/prose/fields.ts';
import { operationTexts } from '../../../infra/openapi/prose/operations.ts';
import { schemaTexts } from '../../../infra/openapi/prose/schemas.ts';
import { documented } from '../../support/documented.ts';

interface Described {
  readonly place: string;
  readonly description: string | undefined;
}

const libraryNames = new Set([...(await nameSchemas()).values()].flatMap((name) => [name, `${name}Input`]));

/** Every field of a schema by its path, including the fields of objects in it, which are components without a name in the library. */
function fieldsOf(schema: Schema, place: string): Described[] {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) {
    const name = refName($ref);

    return libraryNames.has(name) ? [] : fieldsOf(documented.components.schemas[name] ?? {}, place);
  }
  const ownFields = Object.entries(properties).flatMap(([name, field]) => [
    { place: `${place}.${name}`, description: field.description },
    ...fieldsOf(field, `${place}.${name}`),
  ]);

  const inner = [...(items ? [items] : []), ...anyOf, ...oneOf];

  return [...ownFields, ...inner.flatMap((each) => fieldsOf(each, place))];
}

const operations = Object.values(documented.paths).flatMap((item) => Object.values(item));
const components = Object.entries(documented.components.schemas);
const fields = components.flatMap(([name, schema]) => fieldsOf(schema, name));
const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
  [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema }) => fieldsOf(schema, operationSchemaPath(operationId))),
  ),
);
const parameters = operations.flatMap(({ operationId, parameters: ownFields = [] }) =>
  ownFields.flatMap(({ name, in: place = '', description }) =>
    name === undefined ? [] : [{ place: `${operationSchemaPath(operationId, place)}.${name}`, description }],
  ),
);
const everything: readonly Described[] = [...fields, ...contents, ...parameters];

describe('The document has descriptions', () => {
  test('of every field and every parameter', () => {
    expect(everything.length).toBeGreaterThan(500);
    expect(everything.filter(({ description = '' }) => description === '').map(({ place }) => place)).toEqual(
      [],
    );
  });

  test('of every operation, except operations that only read or create one object', () => {
    const plain = operations.filter(({ operationId }) => operationTexts[operationId] === undefined);

    expect(
      plain
        .map(({ operationId }) => operationId)
        .filter((operationId) => !/\.(?:get|list)$/.test(operationId)),
    ).toEqual([]);
  });

  test('only of existing elements', async () => {
    const names = new Set(endpoints.map(({ name }) => name));
    const schemas = [...(await nameSchemas()).values()];
    const used = new Set(
      [...everything.map(({ place }) => place), ...components.map(([name]) => name)].flatMap(textKeysOf),
    );
    // A schema of the library may have a description before an operation uses it.
    const isToCome = (key: string) => {
      const owner = key.split('.')[0] ?? key;

      return key.includes('.') && schemas.includes(owner) && !components.some(([name]) => name === owner);
    };

    expect(Object.keys(operationTexts).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(schemaTexts).filter((name) => !schemas.includes(name))).toEqual([]);
    expect(
      Object.keys({ ...fieldTexts, ...fieldKeywords }).filter(
        (key) => key.includes('.') && !used.has(key) && !isToCome(key),
      ),
    ).toEqual([]);
  });
});

describe('Descriptions are looked up', () => {
  test('by the path of a field, then by its component, then by its name', () => {
    expect(textKeysOf('NewCampaign.audience.tags')).toEqual([
      'NewCampaign.audience.tags',
      'NewCampaign.audience.tags',
      'Campaign.audience.tags',
      'audience.tags',
      'tags',
    ]);
  });
});
