import type { Schema } from '#lib/docs/openapi-document.ts';
import { type Components, isObject, refName, refTo } from './json-schema.ts';

interface NamedPages {
  /** The schema of a root by its key. @throws Error for an unknown key */
  readonly schemaOf: (key: string) => Schema;
  readonly components: Components;
}

/** Moves list pages to named components: `ContactPage` is a page of `Contact`. */
export function namePages(roots: ReadonlyMap<string, Schema>, components: Components): NamedPages {
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
    schemaOf: (key) => {
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
