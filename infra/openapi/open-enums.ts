import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, refName } from './json-schema.ts';

const openText = 'More values may be added';

/** Marks each enum that can get values, if the description of the enum or of a field with it says so. */
export function markOpenEnums(schemas: Components): Components {
  const open = new Set<string>();
  const text = JSON.stringify(schemas, (_, value) => {
    if (isOpen(value) && value.$ref !== undefined) open.add(refName(value.$ref));

    return isOpen(value) ? withMark(value) : value;
  });
  const marked: Components = JSON.parse(text);

  return Object.fromEntries(
    Object.entries(marked).map(([name, schema]) => [name, open.has(name) ? withMark(schema) : schema]),
  );
}

const isOpen = (value: unknown): value is Schema =>
  isObject(value) && typeof value['description'] === 'string' && value['description'].includes(openText);

const withMark = (schema: Schema): Schema =>
  schema.enum === undefined ? schema : { ...schema, 'x-extensible-enum': schema.enum };
