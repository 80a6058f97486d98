import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hashSources } from './source-hash.ts';

/** Git ignores `node_modules`, and `npm ci` empties it. */
const cacheFolder = resolve(import.meta.dirname, '../../../node_modules/.cache/local-stack');

export interface ContentCache {
  /**
   * Copies a cache entry to `target`, which may exist. Creates the entry first if it is missing. Only entries
   * of the current sources are kept.
   * @param make creates the entry at the given path
   */
  fill(name: string, target: string, make: (path: string) => Promise<void>): Promise<void>;
}

/** A cache for files that depend only on the project's sources. */
export function openContentCache(folder = cacheFolder, readHash = hashSources): ContentCache {
  return {
    fill: async (name, target, make) => {
      const hash = await readHash();
      const entry = join(folder, hash, name);
      if (tryCopy(entry, target)) return;
      const created = join(folder, `new-${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await make(created);
        cpSync(created, target, { recursive: true });
        // If sources were edited during the build, the result does not belong to this hash.
        if ((await readHash()) === hash) await storeEntry(created, entry);
      } finally {
        await rm(created, { recursive: true, force: true });
      }
      await removeOthers(folder, hash);
    },
  };
}

/** A synchronous copy: the asynchronous copy of a folder was seen to stop halfway and never end. */
function tryCopy(entry: string, target: string): boolean {
  try {
    cpSync(entry, target, { recursive: true });

    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Atomic: another stack sees the whole entry or none. Of two concurrent writers the first wins. */
async function storeEntry(made: string, entry: string): Promise<void> {
  await mkdir(dirname(entry), { recursive: true });
  await rename(made, entry).catch(() => undefined);
}

/** A stack of other sources may write an entry at the same time. A later start removes the rest. */
async function removeOthers(folder: string, hash: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => name !== hash && !name.startsWith('new-'))
      .map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
