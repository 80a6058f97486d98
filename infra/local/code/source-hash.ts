import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

const projectFolder = resolve(import.meta.dirname, '../../..');

const dashboardFolder = join('infra', 'dashboard');
/** These files determine the exact version of each package. */
const packageFiles = ['package.json', 'package-lock.json'];

/** A hash over the inputs of templates and bundles. It does not depend on the project's location. */
export function hashSources(): Promise<string> {
  return hashFolders(['functions', 'lib', 'infra'], [dashboardFolder]);
}

/** A hash over the inputs of the dashboard. */
export function hashDashboardSources(): Promise<string> {
  return hashFolders(['lib', dashboardFolder], [join(dashboardFolder, 'dist')]);
}

async function hashFolders(folders: readonly string[], excluded: readonly string[]): Promise<string> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(projectFolder, folder), { recursive: true, withFileTypes: true });

      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    }),
  );
  const isIncluded = (path: string) =>
    !excluded.some((folder) => path.startsWith(join(projectFolder, folder) + sep));
  const paths = [
    ...listed.flat().filter(isIncluded),
    ...packageFiles.map((file) => join(projectFolder, file)),
  ].sort();
  const files = await Promise.all(paths.map(async (path) => ({ path, content: await readFile(path) })));
  const hash = createHash('sha256').update(process.version);
  for (const { path, content } of files) {
    // Includes the length, so that different sets of files never produce the same input.
    hash.update(`\n${path.slice(projectFolder.length)} ${content.length}\n`).update(content);
  }

  return hash.digest('hex').slice(0, 32);
}
