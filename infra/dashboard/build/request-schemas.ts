import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

type Json = Readonly<Record<string, unknown>>;

const prefix = 'schema:';
const documentFile = path.resolve(import.meta.dirname, '../../../lib/docs/openapi.json');
/** Keywords that validate nothing. */
const annotations = new Set(['description', 'example', 'examples', 'title']);

/**
 * `import schema from 'schema:NewContact'` gives the JSON schema of a component of the API document, with the components that
 * it refers to. Forms validate with this schema. The bundle contains no other part of the document.
 */
export function requestSchemas(): Plugin {
  return {
    name: 'request-schemas',
    // By convention, other plugins ignore the ids of virtual modules, which begin with `\0`.
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      this.addWatchFile(documentFile);

      return `export default ${JSON.stringify(schemaOf(id.slice(prefix.length + 1)))};`;
    },
  };
}

/** @throws Error for a component that the document does not have. */
function schemaOf(name: string): Json {
  const { components } = JSON.parse(readFileSync(documentFile, 'utf8'));
  const definitions = new Map<string, unknown>();
  const addDefinition = (component: string): void => {
    if (definitions.has(component)) return;
    const schema = components.schemas[component];
    if (!schema) throw new Error(`The API document has no schema ${component}.`);
    // Set before the copy, which ends a recursive reference here.
    definitions.set(component, undefined);
    definitions.set(component, copySchema(schema, addDefinition));
  };
  addDefinition(name);

  return { $ref: `#/$defs/${name}`, $defs: Object.fromEntries(definitions) };
}

/** @param isPropertyMap whether the keys are names of properties and not keywords */
function copySchema(
  schema: unknown,
  addDefinition: (component: string) => void,
  isPropertyMap = false,
): unknown {
  if (Array.isArray(schema)) return schema.map((element) => copySchema(element, addDefinition));
  if (typeof schema !== 'object' || schema === null) return schema;

  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => isPropertyMap || !annotations.has(keyword))
      .map(([keyword, value]) => {
        const isReference = keyword === '$ref' && !isPropertyMap;
        const isMap = !isPropertyMap && keyword === 'properties';
        if (!isReference) return [keyword, copySchema(value, addDefinition, isMap)];
        const component = String(value).split('/').at(-1) ?? '';
        addDefinition(component);

        return [keyword, `#/$defs/${component}`];
      }),
  );
}
