import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import project from '../../../package.json' with { type: 'json' };
import { UserError } from '../../command-line/user-error.ts';
import { cachedFolder, cachePath } from './engine-cache.ts';

/** The npm packages of the embedded DynamoDB engine, one for each platform, and their version. */
const versions = new Map(Object.entries(project.optionalDependencies));
const thisPlatform = `${process.platform}-${process.arch}`;

/** No DynamoDB engine is installed for this platform. */
export class EngineMissing extends UserError {
  constructor(platform: string) {
    super(
      `No embedded DynamoDB engine is installed for ${platform} (npm package @dynoxide/${platform}). ` +
        'Install Java, unpack DynamoDB Local ' +
        '(https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html), ' +
        'and start with DYNAMODB_LOCAL=<its folder>, or set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.',
    );
  }
}

/** The path of the embedded engine's program, which `npm ci` or `fetchEngine` installed. @throws {EngineMissing} */
export function findEngine(platform = thisPlatform): string {
  const name = `@dynoxide/${platform}`;
  // Node also searches the project's own packages from there.
  const { resolve } = createRequire(join(cachePath(cacheName(name)), 'index.js'));
  try {
    const program = join(dirname(resolve(`${name}/package.json`)), programOf(platform));
    // Node also resolves a package that was removed since.
    accessSync(program, constants.X_OK);

    return program;
  } catch {
    throw new EngineMissing(platform);
  }
}

/** Whether the embedded engine is installed for a platform, such as `linux-x64`. */
export function isEngineInstalled(platform = thisPlatform): boolean {
  try {
    findEngine(platform);

    return true;
  } catch (error) {
    if (error instanceof EngineMissing) return false;
    throw error;
  }
}

/**
 * Installs the engine's package from the npm registry, once, where `npm ci` did not. npm verifies its checksum.
 * @returns false if the engine has no package for the platform, or the registry does not provide it
 */
export async function fetchEngine(beforeFetch: () => void, platform = thisPlatform): Promise<boolean> {
  const name = `@dynoxide/${platform}`;
  const version = versions.get(name);
  if (version === undefined) return false;
  try {
    await cachedFolder(cacheName(name), async (folder) => {
      beforeFetch();
      await runNpm([
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--prefix',
        folder,
        `${name}@${version}`,
      ]);
    });

    return isEngineInstalled(platform);
  } catch {
    return false;
  }
}

function cacheName(name: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${versions.get(name)}`;
}

function programOf(platform: string): string {
  return platform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide';
}

/** Runs the npm that started this process. On Windows, the command `npm` is a script, which only a shell starts. */
async function runNpm(args: readonly string[]): Promise<void> {
  const npm = process.env['npm_execpath'];
  await (npm === undefined
    ? promisify(execFile)('npm', args, { shell: process.platform === 'win32' })
    : promisify(execFile)(process.execPath, [npm, ...args]));
}
