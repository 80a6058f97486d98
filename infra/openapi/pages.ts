import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, refName, refTo } from './json-schema.ts';

/** Moves list pages to named components: `ContactPage` is a page of `Contact`. Roots are the schemas
 * of bodies and responses, by key; `schemaOf` returns one of them. */
export function namePages(roots: ReadonlyMap<string, Schema>, components: Components) {
  const pageComponents: Record<string, Schema> = {};
  const namedRoots = new Map(
    [...roots].map(([key, schema]) => {
      const name = pageName(schema);
      if (name === undefined) return [key, schema];
      pageComponents[name] = schema;

      return [key, refTo(name)];
    }),
  );

  return {
    components: { ...components, ...pageComponents },
    schemaOf: (key: string) => {
      const schema = namedRoots.get(key);
      if (!schema) throw new Error(`no schema was described for ${key}`);

      return schema;
    },
  };
}

/** `ContactPage` for a page of `Contact`; undefined if the schema is not a page of components. */
function pageName({ properties }: Schema): string | undefined {
  const data = properties?.['data'];
  if (!isObject(data) || !properties?.['nextCursor'] || !isObject(data['items'])) return undefined;
  const ref = data['items']['$ref'];

  return typeof ref === 'string' ? `${refName(ref)}Page` : undefined;
}
