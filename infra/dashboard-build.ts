import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { basePathPlaceholder } from './compress-files.ts';
import { openContentCache } from './local/code/content-cache.ts';
import { hashDashboardSources } from './local/code/source-hash.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const cacheFolder = join(projectFolder, 'node_modules/.cache/dashboard');
const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');

/**
 * Writes the files of the dashboard to a folder, from the cache if its sources have not changed. `compressFiles` replaces the placeholder in
 * them.
 * @throws when the build fails, with its output
 */
export async function cachedDashboard(outputFolder: string): Promise<void> {
  const cache = openContentCache(cacheFolder, hashDashboardSources);
  await cache.fill('built', outputFolder, (path) =>
    runVite(['--outDir', path, '--emptyOutDir', '--base', `${basePathPlaceholder}/dashboard/`]),
  );
}

/** In a separate process, because the packages of the build would stay in memory. */
async function runVite(options: readonly string[]): Promise<void> {
  const command = [vite, 'build', '--config', 'infra/dashboard/vite.config.ts', '--logLevel', 'warn'];
  try {
    await promisify(execFile)(process.execPath, [...command, ...options], {
      cwd: projectFolder,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`The dashboard cannot be built (npm run dashboard): ${output.trim()}`);
  }
}
