import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

const repositoryFolder = resolve(import.meta.dirname, '../..');

interface Found {
  readonly schema: z.ZodMiniType;
  readonly name: string;
  readonly domain: string;
  /** Equal for schemas with equal JSON Schemas. */
  readonly shape: string;
}

/**
 * The component names of the library's schemas. A schema has the name of its export, so functions need no registration code. If two
 * domains export different schemas with one name, each name gets its domain as a prefix. If the schemas are equal, they share one name.
 */
export async function nameSchemas(): Promise<ReadonlyMap<z.ZodMiniType, string>> {
  const found = await findSchemas();
  const names = new Map<z.ZodMiniType, string>();
  for (const { schema, name, domain, shape } of found) {
    const namesakes = found.filter((other) => other.name === name && other.schema !== schema);
    const isTwin = namesakes.some((other) => other.shape === shape && names.has(other.schema));
    const isShared = namesakes.some((other) => other.shape !== shape);
    if (!names.has(schema) && !isTwin) names.set(schema, isShared ? `${toPascalCase(domain)}${name}` : name);
  }
  const repeated = [...names.values()].filter((name, index, all) => all.indexOf(name) !== index);
  if (repeated.length > 0)
    throw new Error(`one domain exports two schemas with the same name: ${repeated.join(', ')}`);

  return names;
}

/** Excludes `items.ts`, because the format of stored items is not part of the API. */
async function findSchemas(): Promise<Found[]> {
  const files = globSync('lib/**/*.ts', { cwd: repositoryFolder, exclude: ['lib/**/items.ts'] }).sort();
  const found: Found[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(repositoryFolder, file)).href);
    for (const [name, schema] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && schema instanceof z.core.$ZodType) {
        const [, domain = ''] = file.split('/');
        found.push({ schema: schema as z.ZodMiniType, name, domain, shape: shapeOf(schema, file) });
      }
    }
  }

  return found;
}

function shapeOf(schema: z.core.$ZodType, file: string): string {
  try {
    return JSON.stringify([
      z.toJSONSchema(schema, { io: 'input' }),
      z.toJSONSchema(schema, { io: 'output' }),
    ]);
  } catch {
    // A schema that JSON Schema cannot express is compared by its file.
    return file;
  }
}

export function toPascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
