import * as z from 'zod/mini';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, reachableNames, refsIn, refTo, renameRefs } from './json-schema.ts';
import { mergeNulls } from './nullable.ts';
import { simplifySchema } from './simplify-schema.ts';

type Direction = 'input' | 'output';

/** The schema of parameters, a body, a response or an event, with a unique key. */
export interface Root {
  readonly key: string;
  readonly schema: z.ZodMiniType;
  readonly direction: Direction;
  /** Schemas of parameters are inline, because OpenAPI lists parameters individually. */
  readonly isInline?: boolean;
}

export interface DescribedSchemas {
  readonly roots: ReadonlyMap<string, Schema>;
  /** Only components that are used. */
  readonly components: Components;
}

/**
 * Converts zod schemas to JSON Schema. Named schemas become components; others are inlined. Requests and responses can differ
 * for one schema: request objects are closed, response objects are open, and a field with a default is optional in a request
 * only. Such a schema becomes two components: `Contact` and `ContactInput`.
 *
 * @throws if JSON Schema cannot express a schema.
 */
export function describeSchemas(
  roots: readonly Root[],
  names: ReadonlyMap<z.ZodMiniType, string>,
): DescribedSchemas {
  const input = describeDirection('input', roots, names);
  const output = describeDirection('output', roots, names);
  const differingNames = findDifferingNames(input.components, output.components);
  const rename = (name: string) => (differingNames.has(name) ? `${name}Input` : name);

  return {
    roots: new Map([
      ...[...input.roots].map(([key, schema]) => [key, renameRefs(schema, rename)] as const),
      ...output.roots,
    ]),
    components: sortByName({
      ...Object.fromEntries(
        Object.entries(input.components).map(([name, schema]) => [rename(name), renameRefs(schema, rename)]),
      ),
      ...output.components,
    }),
  };
}

function describeDirection(
  direction: Direction,
  roots: readonly Root[],
  names: ReadonlyMap<z.ZodMiniType, string>,
): DescribedSchemas {
  const selectedRoots = roots.filter((root) => root.direction === direction);
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of names) {
    if (isRepresentable(schema, direction)) registry.add(schema, { id: name });
  }
  // zod converts only registered schemas, so a root without a name gets an id. A schema of several roots is described once.
  const ids = new Map<z.ZodMiniType, string>(names);
  for (const { schema } of selectedRoots) {
    if (!registry.has(schema)) registry.add(schema, { id: `root ${ids.size}` });
    ids.set(schema, registry.get(schema)?.id ?? '');
  }

  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    uri: (id) => refTo(id).$ref ?? '',
    override: (context) => simplifySchema(context, direction),
  });
  const standalone = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutRootKeywords(schema)]),
  );
  const allSchemas = mergeNulls(standalone, standalone);
  const rootSchemas = new Map(
    selectedRoots.map(({ key, schema, isInline }) => {
      const id = ids.get(schema) ?? '';

      return [key, names.has(schema) && !isInline ? refTo(id) : (allSchemas[id] ?? {})];
    }),
  );
  const usedNames = reachableNames([...rootSchemas.values()], allSchemas);

  return {
    roots: rootSchemas,
    components: Object.fromEntries(Object.entries(allSchemas).filter(([id]) => usedNames.has(id))),
  };
}

/** Some schemas that no endpoint uses cannot be expressed in JSON Schema. */
function isRepresentable(schema: z.ZodMiniType, direction: Direction): boolean {
  try {
    z.toJSONSchema(schema, { io: direction });

    return true;
  } catch {
    return false;
  }
}

/** Removes the keywords that only a standalone schema needs. */
function withoutRootKeywords({ $schema, $id, ...schema }: z.core.JSONSchema.BaseSchema): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** Components that differ between requests and responses, and components that refer to them. */
function findDifferingNames(input: Components, output: Components): Set<string> {
  const shared = Object.keys(input).filter((name) => name in output);
  const differingNames = new Set(
    shared.filter((name) => JSON.stringify(sortKeys(input[name])) !== JSON.stringify(sortKeys(output[name]))),
  );
  // Repeats until a pass adds no name: an earlier component may refer to a name that the pass has added.
  let sizeBefore: number;
  do {
    sizeBefore = differingNames.size;
    for (const name of shared)
      if (refsIn(input[name]).some((ref) => differingNames.has(ref))) differingNames.add(name);
  } while (differingNames.size > sizeBefore);

  return differingNames;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);

  return isObject(value)
    ? sortByName(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)])))
    : value;
}

export function sortByName<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
