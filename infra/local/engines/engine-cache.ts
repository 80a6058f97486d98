import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Git ignores `node_modules`, and `npm ci` empties it. */
const cacheFolder = resolve(import.meta.dirname, '../../../node_modules/.cache/engines');

/** The path of a folder of the cache, which may not exist yet. */
export function cachePath(name: string): string {
  return join(cacheFolder, name);
}

/**
 * A folder of the cache, filled once. An installation that stops halfway is started again.
 * @param name changes with every pinned version
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = cachePath(name);
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  mkdirSync(marker);

  return folder;
}
