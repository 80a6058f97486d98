import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadObject, StoredObject } from '../gateway/object-responses.ts';
import { buildingPage, failedBuildPage } from './build-pages.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Time that a request waits for the build. If the sources have not changed, the build only copies files and takes less. */
const buildWaitMs = 1000;

type Files = ReadonlyMap<string, StoredObject>;

/**
 * Replaces the bucket with the files of the dashboard. The first request builds them. During the build, `index.html` shows that
 * it runs, and reloads itself. After a failed build, `index.html` shows the reason, and the next request builds again.
 * @param build writes compressed files to a folder
 */
export function createDashboardFiles(folder: string, build: (folder: string) => Promise<void>): ReadObject {
  let files: Files | undefined;
  let failure: string | undefined;
  let building: Promise<void> | undefined;

  const start = async () => {
    try {
      await rm(folder, { recursive: true, force: true });
      await build(folder);
      files = await readFiles(folder);
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    } finally {
      building = undefined;
    }
  };

  return async (key) => {
    if (files === undefined) {
      building ??= start();
      await Promise.race([building, pause(buildWaitMs)]);
    }
    if (files !== undefined) return files.get(key);
    if (key !== 'index.html') return undefined;

    return failure === undefined ? buildingPage() : failedBuildPage(failure);
  };
}

async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = paths.map(
    async (path): Promise<[string, StoredObject]> => [
      relative(folder, path),
      {
        body: await readFile(path),
        headers: {
          'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
        },
      },
    ],
  );

  return new Map(await Promise.all(read));
}
