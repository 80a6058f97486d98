import type { Schema } from '#lib/docs/openapi-document.ts';

/** An object of a response or event. Fields may be added, so it does not forbid additional properties. */
export function openObject(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
