import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

const repositoryFolder = resolve(import.meta.dirname, '../..');

/**
 * The component names of the library's schemas. A schema has the name of its export, which is unique in the library, so functions
 * need no registration code. Excludes `items.ts`, because the format of stored items is not part of the API.
 */
export async function nameSchemas(): Promise<ReadonlyMap<z.ZodMiniType, string>> {
  const files = globSync('lib/**/*.ts', { cwd: repositoryFolder, exclude: ['lib/**/items.ts'] }).sort();
  const names = new Map<z.ZodMiniType, string>();
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(repositoryFolder, file)).href);
    for (const [name, schema] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && schema instanceof z.core.$ZodType) names.set(schema as z.ZodMiniType, name);
    }
  }

  return names;
}

export function toPascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
