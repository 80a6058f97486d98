import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder } from '../../infra/local/engines/engine-cache.ts';
import { run } from './process.ts';

const version = '4.0.2';

export const runtimeClient = {
  title: `Lambda's runtime client for Node.js ${version}`,
  /** Its native part is compiled during the install. */
  commands: ['cmake', 'g++', 'make', 'python3'],
};

/** @returns the program that runs a handler like Lambda's Node.js runtime */
export async function installRuntimeClient(): Promise<string> {
  const folder = await cachedFolder(`runtime-client-${version}`, async (target) => {
    await writeFile(join(target, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', `aws-lambda-ric@${version}`], { folder: target });
  });

  return join(folder, 'node_modules', 'aws-lambda-ric', 'index.mjs');
}
