import type * as z from 'zod/mini';
import type { Method } from '#lib/http/contract.ts';

/** Without a condition, a filter would select more. */
const filterName = 'filter';

/**
 * Removes empty texts from a body, because automation tools send `""` for a field without a value. In an optional field, `""`
 * becomes null; if the field does not accept null, a POST or PUT omits it. Unchanged are fields that accept `""`, required fields,
 * booleans and filters.
 */
export function withoutEmptyTexts(schema: z.ZodMiniType, value: unknown, method: Method): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const def = valueDefOf(schema);
  const clean = (inner: z.core.$ZodType, each: unknown) =>
    withoutEmptyTexts(inner as z.ZodMiniType, each, method);
  if (def.type === 'array') {
    return Array.isArray(value) ? value.map((element) => clean(def.element, element)) : value;
  }
  if (def.type === 'union') {
    const option = def.options.find((each) => isOptionOf(each, value));

    return option ? clean(option, value) : value;
  }
  if (def.type !== 'object' || Array.isArray(value)) return value;
  const fieldSchemas = new Map(Object.entries(def.shape));

  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const fieldSchema = name === filterName ? undefined : fieldSchemas.get(name);
      if (!fieldSchema) return [[name, field]];
      const cleaned = field === '' ? replacementOf(fieldSchema, method) : clean(fieldSchema, field);

      return cleaned === undefined ? [] : [[name, cleaned]];
    }),
  );
}

/** What replaces an empty text. @returns undefined if the field is omitted */
function replacementOf(fieldSchema: z.core.$ZodType, method: Method): '' | null | undefined {
  const schema = fieldSchema as z.ZodMiniType;
  const accepts = (value: unknown) => schema.safeParse(value).success;
  if (valueDefOf(schema).type === 'boolean' || accepts('') || !accepts(undefined)) return '';
  if (accepts(null)) return null;

  return method === 'PATCH' ? '' : undefined;
}

/** The definition of a schema without its wrappers, which describe absence and conversion. */
function valueDefOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
    return valueDefOf(def.innerType);
  }
  if (def.type !== 'pipe') return def;

  return valueDefOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
}

/** Whether the discriminator of an object, such as its `type`, selects an option of a union. */
function isOptionOf({ _zod: { propValues = {} } }: z.core.$ZodType, value: object): boolean {
  const discriminators = Object.entries(propValues);

  return (
    discriminators.length > 0 &&
    discriminators.every(([name, values]) => values.has(Reflect.get(value, name)))
  );
}
