import type { Schema } from '#lib/docs/openapi-document.ts';
import { fieldFormats, fieldTexts } from './prose/fields.ts';

/** Gives the fields of a schema, the inner ones too, the words and formats that `prose/fields.ts` has for them. */
export function describeFields(schema: Schema, place: string): Schema {
  const { properties, items, anyOf } = schema;
  const format = fieldFormats[place];

  return {
    ...schema,
    ...(format !== undefined && { format }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, describeField(field, place, name)]),
      ),
    }),
    ...(items && { items: describeFields(items, place) }),
    ...(anyOf && { anyOf: anyOf.map((each) => describeFields(each, place)) }),
  };
}

function describeField(field: Schema, place: string, name: string): Schema {
  const inner = `${place}.${name}`;
  const { default: preset, ...described } = describeFields(field, inner);
  // Generators take a field with a default for one that is always there, which is wrong of a request.
  const isBody = !place.endsWith(' parameter');
  const description = [
    fieldTexts[inner] ?? fieldTexts[name],
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
