import { globSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

const repositoryFolder = resolve(import.meta.dirname, '../..');

interface Found {
  readonly schema: z.ZodMiniType;
  readonly name: string;
  readonly domain: string;
}

/**
 * What the library's schemas are called: the name under which a domain exports one is the name of its component in the
 * document. Nothing is registered, and nothing of it reaches a function. Where two domains use one name for
 * different things, each is called by its domain too.
 */
export async function nameSchemas(): Promise<ReadonlyMap<z.ZodMiniType, string>> {
  const found = await findSchemas();
  const names = new Map<z.ZodMiniType, string>();
  for (const { schema, name, domain } of found) {
    const isShared = found.some((other) => other.name === name && other.schema !== schema);
    if (!names.has(schema)) names.set(schema, isShared ? `${toPascalCase(domain)}${name}` : name);
  }
  const repeated = [...names.values()].filter((name, index, all) => all.indexOf(name) !== index);
  if (repeated.length > 0) throw new Error(`One domain has two schemas of one name: ${repeated.join(', ')}`);

  return names;
}

/** How items lie in the table is nobody's business, so `items.ts` is left out. */
async function findSchemas(): Promise<Found[]> {
  const files = globSync('lib/*/*.ts', { cwd: repositoryFolder, exclude: ['lib/*/items.ts'] }).sort();
  const found: Found[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(repositoryFolder, file)).href);
    for (const [name, schema] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && schema instanceof z.core.$ZodType) {
        found.push({ schema: schema as z.ZodMiniType, name, domain: basename(dirname(file)) });
      }
    }
  }

  return found;
}

export function toPascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
