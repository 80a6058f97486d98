import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Git ignores `node_modules`, and `npm ci` empties it. */
const cacheFolder = join(projectRoot, 'node_modules', '.cache', 'engines');

/**
 * A folder of the cache, filled once. An install that stops halfway is not kept. @param name includes every
 * pinned version
 */
export async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cacheFolder, name);
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  mkdirSync(marker);

  return folder;
}
