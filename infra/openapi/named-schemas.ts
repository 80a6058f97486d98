import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

const repositoryFolder = resolve(import.meta.dirname, '../..');

interface ExportedSchema {
  readonly schema: z.ZodMiniType;
  readonly name: string;
  readonly domain: string;
  /** Equal for schemas with equal JSON Schemas. */
  readonly jsonSchema: string;
}

/**
 * The component names of the library's schemas. A schema has the name of its export, so functions need no registration code.
 * If two domains export different schemas with one name, each name gets its domain as a prefix. If the schemas are equal, they
 * share one name.
 */
export async function nameSchemas(): Promise<ReadonlyMap<z.ZodMiniType, string>> {
  const exportedSchemas = await findSchemas();
  const names = new Map<z.ZodMiniType, string>();
  for (const { schema, name, domain, jsonSchema } of exportedSchemas) {
    const sameNamed = exportedSchemas.filter((other) => other.name === name && other.schema !== schema);
    const isDuplicate = sameNamed.some((other) => other.jsonSchema === jsonSchema && names.has(other.schema));
    const isAmbiguous = sameNamed.some((other) => other.jsonSchema !== jsonSchema);
    if (!names.has(schema) && !isDuplicate)
      names.set(schema, isAmbiguous ? `${toPascalCase(domain)}${name}` : name);
  }
  const repeatedNames = [...names.values()].filter((name, index, all) => all.indexOf(name) !== index);
  if (repeatedNames.length > 0)
    throw new Error(`one domain exports two schemas with the same name: ${repeatedNames.join(', ')}`);

  return names;
}

/** Excludes `items.ts`, because the format of stored items is not part of the API. */
async function findSchemas(): Promise<ExportedSchema[]> {
  const files = globSync('lib/**/*.ts', { cwd: repositoryFolder, exclude: ['lib/**/items.ts'] }).sort();
  const exportedSchemas: ExportedSchema[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(repositoryFolder, file)).href);
    for (const [name, schema] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && schema instanceof z.core.$ZodType) {
        const [, domain = ''] = file.split('/');
        exportedSchemas.push({
          schema: schema as z.ZodMiniType,
          name,
          domain,
          jsonSchema: jsonSchemaOf(schema, file),
        });
      }
    }
  }

  return exportedSchemas;
}

function jsonSchemaOf(schema: z.core.$ZodType, file: string): string {
  try {
    return JSON.stringify([
      z.toJSONSchema(schema, { io: 'input' }),
      z.toJSONSchema(schema, { io: 'output' }),
    ]);
  } catch {
    // A schema that JSON Schema cannot express is equal to no schema of another file.
    return file;
  }
}

export function toPascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
