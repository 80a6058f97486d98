import type { Schema } from '#lib/docs/openapi-document.ts';
import { fieldKeywords, fieldTexts } from './prose/fields.ts';

/** The schema names at the start of the keys of `fieldTexts`. */
const schemaNames = [
  ...new Set(
    Object.keys(fieldTexts)
      .filter((key) => key.includes('.'))
      .map((key) => key.split('.')[0] ?? ''),
  ),
];

/**
 * The keys under which `prose/fields.ts` can describe a field, most specific first. For `NewCampaign.audience.tags`, these are
 * `NewCampaign.audience.tags`, `Campaign.audience.tags`, `audience.tags` and `tags`. The second key uses each known schema name
 * that the component's name contains, longest first.
 */
export function textKeysOf(schemaPath: string): string[] {
  const [schemaName = '', ...path] = schemaPath.split('.');
  const matchingSchemaNames = schemaNames
    .filter((candidate) => schemaName.includes(candidate))
    .sort((one, other) => other.length - one.length);

  return [
    schemaPath,
    ...matchingSchemaNames.map((matchingName) => [matchingName, ...path].join('.')),
    ...path.map((_, index) => path.slice(index).join('.')),
  ];
}

/** The path of the parameters and inline schemas of an operation: `contacts list query`. */
export function operationSchemaPath(operation: string, ...more: readonly string[]): string {
  return [...operation.split('.'), ...more].join(' ');
}

/**
 * Adds the descriptions and keywords of `prose/fields.ts` to all fields of a schema, including nested fields.
 * @param schemaPath the component and field names, such as `Campaign.audience`, or the result of `operationSchemaPath`
 */
export function describeFields(schema: Schema, schemaPath: string): Schema {
  const { properties, items, anyOf, oneOf } = schema;

  return {
    ...schema,
    ...findByPath(fieldKeywords, schemaPath),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, describeField(field, schemaPath, name)]),
      ),
    }),
    ...(items && { items: describeFields(items, schemaPath) }),
    ...(anyOf && { anyOf: anyOf.map((option) => describeFields(option, schemaPath)) }),
    ...(oneOf && { oneOf: oneOf.map((option) => describeFields(option, schemaPath)) }),
  };
}

function describeField(field: Schema, schemaPath: string, name: string): Schema {
  const fieldPath = `${schemaPath}.${name}`;
  const { default: defaultValue, ...described } = describeFields(field, fieldPath);
  // Client generators treat a field with a default as always present, which is wrong for request bodies. Their defaults are
  // therefore only in the descriptions.
  const isQuery = schemaPath.endsWith(' query');
  const descriptions = [
    findByPath(fieldTexts, fieldPath),
    described.description,
    ...('default' in field && !isQuery ? [`Default \`${JSON.stringify(defaultValue)}\`.`] : []),
  ];
  const text = descriptions.filter((description) => description !== undefined).join(' ');

  return {
    ...described,
    ...(text !== '' && { description: text }),
    ...('default' in field && isQuery && { default: defaultValue }),
  };
}

function findByPath<Value>(values: Readonly<Record<string, Value>>, schemaPath: string): Value | undefined {
  const key = textKeysOf(schemaPath).find((candidate) => Object.hasOwn(values, candidate));

  return key === undefined ? undefined : values[key];
}
