import type { Schema } from '#lib/docs/openapi-document.ts';
import { fieldKeywords, fieldTexts } from './prose/fields.ts';

/** The schema names at the start of the text keys. */
const schemaNames = [
  ...new Set(Object.keys(fieldTexts).flatMap((key) => key.split('.').slice(0, -1)[0] ?? [])),
];

/**
 * The keys under which `prose/fields.ts` can describe a field, most specific first. For `NewCampaign.audience.tags`, these are
 * `NewCampaign.audience.tags`, `Campaign.audience.tags`, `audience.tags` and `tags`. The second key uses each known schema name
 * that the component's name contains, longest first.
 */
export function textKeysOf(place: string): string[] {
  const [owner = '', ...path] = place.split('.');
  const matchingNames = schemaNames
    .filter((each) => owner.includes(each))
    .sort((one, other) => other.length - one.length);

  return [
    place,
    ...matchingNames.map((family) => [family, ...path].join('.')),
    ...path.map((_, index) => path.slice(index).join('.')),
  ];
}

/** The place of the parameters and inline schemas of an operation: `contacts list query`. */
export function placeOf(operation: string, ...more: readonly string[]): string {
  return [...operation.split('.'), ...more].join(' ');
}

/** Adds the descriptions and keywords of `prose/fields.ts` to all fields of a schema, including nested ones. */
export function describeFields(schema: Schema, place: string): Schema {
  const { properties, items, anyOf, oneOf } = schema;

  return {
    ...schema,
    ...findByPlace(fieldKeywords, place),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, describeField(field, place, name)]),
      ),
    }),
    ...(items && { items: describeFields(items, place) }),
    ...(anyOf && { anyOf: anyOf.map((each) => describeFields(each, place)) }),
    ...(oneOf && { oneOf: oneOf.map((each) => describeFields(each, place)) }),
  };
}

function describeField(field: Schema, place: string, name: string): Schema {
  const fieldPlace = `${place}.${name}`;
  const { default: defaultValue, ...described } = describeFields(field, fieldPlace);
  // Client generators treat a field with a default as always present, which is wrong for requests.
  const isBody = !place.endsWith(' query');
  const description = [
    findByPlace(fieldTexts, fieldPlace),
    described.description,
    ...('default' in field && isBody ? [`Default \`${JSON.stringify(defaultValue)}\`.`] : []),
  ];
  const text = description.filter((each) => each !== undefined).join(' ');

  return {
    ...described,
    ...(text !== '' && { description: text }),
    ...('default' in field && !isBody && { default: defaultValue }),
  };
}

function findByPlace<Value>(values: Readonly<Record<string, Value>>, place: string): Value | undefined {
  const key = textKeysOf(place).find((each) => Object.hasOwn(values, each));

  return key === undefined ? undefined : values[key];
}
