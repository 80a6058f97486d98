import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

type Json = Readonly<Record<string, unknown>>;

const prefix = 'schema:';
const document = path.resolve(import.meta.dirname, '../../../lib/docs/openapi.json');
/** Keywords that validate nothing. */
const annotations = new Set(['description', 'example', 'examples', 'title']);

/**
 * `import schema from 'schema:NewContact'` gives the JSON schema of a component of the API document, with the components that
 * it refers to. A form validates with it, and the bundle has no other part of the document.
 */
export function requestSchemas(): Plugin {
  return {
    name: 'request-schemas',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      this.addWatchFile(document);

      return `export default ${JSON.stringify(schemaOf(id.slice(prefix.length + 1)))};`;
    },
  };
}

/** @throws Error for a component that the document does not have. */
function schemaOf(name: string): Json {
  const { components } = JSON.parse(readFileSync(document, 'utf8'));
  const found = new Map<string, unknown>();
  const add = (component: string): void => {
    if (found.has(component)) return;
    const schema = components.schemas[component];
    if (!schema) throw new Error(`The API document has no schema ${component}.`);
    found.set(component, undefined);
    found.set(component, copy(schema, add));
  };
  add(name);

  return { $ref: `#/$defs/${name}`, $defs: Object.fromEntries(found) };
}

function copy(schema: unknown, add: (component: string) => void, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((element) => copy(element, add));
  if (typeof schema !== 'object' || schema === null) return schema;

  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => isMap || !annotations.has(keyword))
      .map(([keyword, value]) => {
        if (keyword !== '$ref' || isMap) return [keyword, copy(value, add, keyword === 'properties')];
        const component = String(value).split('/').at(-1) ?? '';
        add(component);

        return [keyword, `#/$defs/${component}`];
      }),
  );
}
