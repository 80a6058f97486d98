import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const projectFolder = resolve(import.meta.dirname, '../../..');

/** Inputs of templates and bundles: the project's files, and the exact version of each package. */
const folders = ['functions', 'lib', 'infra'];
const files = ['package.json', 'package-lock.json'];

/** A hash over the contents of all sources. It does not depend on the project's location. */
export async function hashSources(): Promise<string> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(projectFolder, folder), { recursive: true, withFileTypes: true });

      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    }),
  );
  const paths = [...listed.flat(), ...files.map((file) => join(projectFolder, file))].sort();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash('sha256').update(process.version);
  for (const [index, path] of paths.entries()) {
    const content = contents[index] ?? Buffer.alloc(0);
    // Includes the length, so that different sets of files never produce the same input.
    hash.update(`\n${path.slice(projectFolder.length)} ${content.length}\n`).update(content);
  }

  return hash.digest('hex').slice(0, 32);
}
