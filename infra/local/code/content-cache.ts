import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hashSources } from './source-hash.ts';

/** Git ignores `node_modules`, and `npm ci` empties it. */
const cacheFolder = resolve(import.meta.dirname, '../../../node_modules/.cache/local-stack');

export interface ContentCache {
  /**
   * Copies an entry of the cache to `target`, which may exist. An entry that is missing is made first. Only the entries of
   * the current sources are kept.
   * @param make writes the entry to the path that it is given
   */
  fill(name: string, target: string, make: (path: string) => Promise<void>): Promise<void>;
}

/** What was made from the same sources before. */
export function openContentCache(folder = cacheFolder, readHash = hashSources): ContentCache {
  return {
    fill: async (name, target, make) => {
      const hash = await readHash();
      const entry = join(folder, hash, name);
      if (isCopied(entry, target)) return;
      const made = join(folder, `new-${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await make(made);
        cpSync(made, target, { recursive: true });
        // Sources that were edited meanwhile must not give this hash what they have made.
        if ((await readHash()) === hash) await keep(made, entry);
      } finally {
        await rm(made, { recursive: true, force: true });
      }
      await removeOthers(folder, hash);
    },
  };
}

/** Copies at once: the asynchronous copy of a folder was seen to stop halfway and never end. */
function isCopied(entry: string, target: string): boolean {
  try {
    cpSync(entry, target, { recursive: true });

    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** In one step: another stack sees the whole entry or none. The first of two that make it at once wins. */
async function keep(made: string, entry: string): Promise<void> {
  await mkdir(dirname(entry), { recursive: true });
  await rename(made, entry).catch(() => undefined);
}

async function removeOthers(folder: string, hash: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => name !== hash && !name.startsWith('new-'))
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
