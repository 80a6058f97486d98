import type { Schema } from '#lib/docs/openapi-document.ts';

export type Components = Readonly<Record<string, Schema>>;

const refPrefix = '#/components/schemas/';

export function refTo(name: string): Schema {
  return { $ref: `${refPrefix}${name}` };
}

/** The component that a reference names. */
export function refName(ref: string): string {
  return ref.slice(refPrefix.length);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Components that a schema refers to directly. */
export function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];

  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [refName(each)] : refsIn(each),
  );
}

/** A copy with renamed references. */
export function renameRefs(value: Schema, rename: (name: string) => string): Schema {
  return JSON.parse(
    JSON.stringify(value, (key, each) =>
      key === '$ref' && typeof each === 'string' ? `${refPrefix}${rename(refName(each))}` : each,
    ),
  );
}

/** Components that the schemas refer to, directly or indirectly. */
export function reachable(schemas: readonly Schema[], components: Components): Set<string> {
  const found = new Set<string>();
  const visit = (schema: Schema): void => {
    for (const name of refsIn(schema)) {
      const component = components[name];
      if (found.has(name) || !component) continue;
      found.add(name);
      visit(component);
    }
  };
  schemas.forEach(visit);

  return found;
}

/** An object of a response or event. Fields may be added, so it does not forbid additional properties. */
export function openObject(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
