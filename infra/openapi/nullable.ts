import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, refName } from './json-schema.ts';

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

/**
 * Writes each nullable scalar as `type: ["string", "null"]`, with the keywords of its component. Some generators ignore the `null`
 * of `anyOf` with a reference. Nullable objects and arrays keep `anyOf`.
 */
export function mergeNulls<Value>(value: Value, components: Components): Value {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    isObject(inner) ? mergeNull(inner, components) : inner,
  );
}

function mergeNull(schema: Schema, components: Components): Schema {
  const { anyOf, ...rest } = schema;
  if (anyOf?.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [{ $ref, ...inline } = {}] = anyOf;
  const { type, ...keywords } = $ref === undefined ? inline : (components[refName($ref)] ?? {});
  if (!scalarTypes.has(type)) return schema;
  const values = keywords.enum;

  return { type: [type, 'null'], ...keywords, ...rest, ...(values && { enum: [...values, null] }) } as Schema;
}
