import type { Schema } from '#lib/docs/openapi-document.ts';

export type Components = Readonly<Record<string, Schema>>;

const refPrefix = '#/components/schemas/';

export function refTo(name: string): Schema {
  return { $ref: `${refPrefix}${name}` };
}

/** The name of the component that a reference points to. */
export function refName(ref: string): string {
  return ref.slice(refPrefix.length);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of the components that a schema refers to directly. */
export function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];

  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [refName(inner)] : refsIn(inner),
  );
}

/** A copy with renamed references. */
export function renameRefs(value: Schema, rename: (name: string) => string): Schema {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === '$ref' && typeof inner === 'string' ? `${refPrefix}${rename(refName(inner))}` : inner,
    ),
  );
}

/** Names of the components that the schemas refer to, directly or indirectly. */
export function reachableNames(schemas: readonly Schema[], components: Components): Set<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    for (const name of refsIn(schema)) {
      const component = components[name];
      if (names.has(name) || !component) continue;
      names.add(name);
      visit(component);
    }
  };
  schemas.forEach(visit);

  return names;
}

/** An object of a response or event. Fields may be added, so it does not forbid additional properties. */
export function openObject(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
