import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';

/**
 * Gives each object inside a component a name: `CampaignAudience` for `audience` of `Campaign`. Equal objects share the shortest of
 * their names. Generators only number objects without a name, or create types without a name.
 * @throws if a name is taken by another schema
 */
export function nameObjects(schemas: Components): Components {
  const names = new Map<string, string>();
  for (const [owner, schema] of Object.entries(schemas)) {
    visitObjects(schema, owner, (object, name) => {
      const other = names.get(shapeOf(object));
      if (other === undefined || name.length < other.length) names.set(shapeOf(object), name);
    });
  }
  const added: Record<string, Schema> = {};
  /** The description stays at the field: fields with equal objects differ in it. */
  const refer = ({ description, ...object }: Schema): Schema => {
    const name = names.get(shapeOf(object)) ?? '';
    if (name in schemas)
      throw new Error(`the schema ${name} is also the name of an object in another schema`);
    added[name] ??= replaceObjects(object, refer);

    return { ...refTo(name), ...(description !== undefined && { description }) };
  };
  const replaced = Object.entries(schemas).map(([name, schema]) => [name, replaceObjects(schema, refer)]);

  return { ...Object.fromEntries(replaced), ...added };
}

const shapeOf = ({ description: _, ...shape }: Schema): string => JSON.stringify(shape);

const isNameable = (value: unknown): value is Schema =>
  isObject(value) && value['type'] === 'object' && isObject(value['properties']);

/** Calls `visit` for each object inside a schema, with its name. */
function visitObjects(schema: Schema, owner: string, visit: (object: Schema, name: string) => void): void {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const inner = (value: Schema, name: string): void => {
    if (isNameable(value)) visit(value, name);
    visitObjects(value, name, visit);
  };
  for (const [field, value] of Object.entries(properties)) inner(value, `${owner}${toPascalCase(field)}`);
  if (items) inner(items, singularOf(owner));
  for (const option of [...anyOf, ...oneOf]) inner(option, owner);
}

/** The type of an element: `NewStepVariant` in `NewStepVariants`. */
const singularOf = (name: string): string =>
  name.endsWith('Series') ? `${name}Entry` : name.replace(/ies$/u, 'y').replace(/s$/u, '');

/** A copy of a schema in which `refer` replaces the outermost objects. */
function replaceObjects(schema: Schema, refer: (object: Schema) => Schema): Schema {
  const replace = (value: Schema): Schema =>
    isNameable(value) ? refer(value) : replaceObjects(value, refer);
  const { properties, items, anyOf, oneOf } = schema;

  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, replace(value)]),
      ),
    }),
    ...(items && { items: replace(items) }),
    ...(anyOf && { anyOf: anyOf.map(replace) }),
    ...(oneOf && { oneOf: oneOf.map(replace) }),
  };
}
