import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

const repositoryFolder = resolve(import.meta.dirname, '../..');

interface Found {
  readonly schema: z.ZodMiniType;
  readonly name: string;
  readonly domain: string;
  /** The same for schemas that say the same. */
  readonly shape: string;
}

/**
 * What the library's schemas are called: the name under which a domain exports one is the name of its component in the
 * document. Nothing is registered, and nothing of it reaches a function. Where two domains use one name for
 * different things, each is called by its domain too; where they use it for the same, the first one's is enough.
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
  if (repeated.length > 0) throw new Error(`One domain has two schemas of one name: ${repeated.join(', ')}`);

  return names;
}

/** How items lie in the table is nobody's business, so `items.ts` is left out. */
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
    // What JSON Schema cannot say has no twin.
    return file;
  }
}

export function toPascalCase(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
