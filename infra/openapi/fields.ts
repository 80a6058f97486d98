import type { Schema } from '#lib/docs/openapi-document.ts';
import { fieldKeywords, fieldTexts } from './prose/fields.ts';

/** What texts are about: the first parts of their keys. */
const families = [...new Set(Object.keys(fieldTexts).flatMap((key) => key.split('.').slice(0, -1)[0] ?? []))];

/**
 * Under which keys the prose may know a field, the most particular first. Of `NewCampaign.audience.tags` these are that,
 * `Campaign.audience.tags` — whatever family the component's name contains, the longest first — `audience.tags`, and
 * `tags`.
 */
export function textKeysOf(place: string): string[] {
  const [owner = '', ...path] = place.split('.');
  const own = families.filter((each) => owner.includes(each)).sort((one, other) => other.length - one.length);

  return [
    place,
    ...own.map((family) => [family, ...path].join('.')),
    ...path.map((_, index) => path.slice(index).join('.')),
  ];
}

/** The place of an operation's parameters and of schemas that stand in it: `contacts list query`. */
export function placeOf(operation: string, ...more: readonly string[]): string {
  return [...operation.split('.'), ...more].join(' ');
}

/** Gives the fields of a schema, the inner ones too, the words and keywords that `prose/fields.ts` has for them. */
export function describeFields(schema: Schema, place: string): Schema {
  const { properties, items, anyOf, oneOf } = schema;

  return {
    ...schema,
    ...found(fieldKeywords, place),
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
  const inner = `${place}.${name}`;
  const { default: preset, ...described } = describeFields(field, inner);
  // Generators take a field with a default for one that is always there, which is wrong of a request.
  const isBody = !place.endsWith(' query');
  const description = [
    found(fieldTexts, inner),
    described.description,
    ...('default' in field && isBody ? [`Default \`${JSON.stringify(preset)}\`.`] : []),
  ];
  const text = description.filter((each) => each !== undefined).join(' ');

  return {
    ...described,
    ...(text !== '' && { description: text }),
    ...('default' in field && !isBody && { default: preset }),
  };
}

function found<Value>(values: Readonly<Record<string, Value>>, place: string): Value | undefined {
  const key = textKeysOf(place).find((each) => Object.hasOwn(values, each));

  return key === undefined ? undefined : values[key];
}
