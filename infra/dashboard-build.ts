import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openContentCache } from './local/code/content-cache.ts';
import { hashDashboardSources } from './local/code/source-hash.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const cacheFolder = join(projectFolder, 'node_modules/.cache/dashboard');
const vite = join(projectFolder, 'node_modules/vite/bin/vite.js');
const compress = promisify(gzip);

/**
 * Writes the files of the dashboard to a folder, from the cache if its sources have not changed. Each file is compressed
 * with gzip under its own name, because neither the bucket nor the gateway compresses files.
 * @param base path of the dashboard on its host; default `/dashboard/`
 * @throws when the build fails, with its output
 */
export async function cachedDashboard(outputFolder: string, base = '/dashboard/'): Promise<void> {
  const name = `built${base.replaceAll('/', '-')}`;
  const cache = openContentCache(cacheFolder, hashDashboardSources);
  await cache.fill(name, outputFolder, (path) => buildDashboard(path, base));
}

async function buildDashboard(outputFolder: string, base: string): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'dashboard-'));
  try {
    await runVite(['--outDir', built, '--emptyOutDir', '--base', base]);
    const entries = await readdir(built, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      const target = join(outputFolder, relative(built, parentPath), name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, await compress(await readFile(join(parentPath, name)), { level: 9 }));
    }
  } finally {
    await rm(built, { recursive: true, force: true });
  }
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
