import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The tools stay in the cache. */
export const cache = resolve('node_modules/.cache/clients');

/**
 * Generates a client, compiles a small program with it, and runs the program.
 * @returns what the program found: the last line of its output
 */
export async function runGenerator(
  generator: string,
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const folder = `${cache}/${generator}`;
  mkdirSync(folder, { recursive: true });
  const { stdout, failure } = await runScript(resolve(`test/clients/generators/${generator}.sh`), {
    cwd: folder,
    env: {
      ...process.env,
      BIN: resolve('node_modules/.bin'),
      PROGRAMS: resolve('test/clients/programs'),
      PROJECT: resolve('.'),
      ...environment,
    },
    maxBuffer: 100_000_000,
  });
  expect(failure, stdout.slice(-5000)).toBeUndefined();

  return JSON.parse(/\{.*\}\s*$/.exec(stdout)?.[0] ?? '');
}

/** The output of a script that stops at its first failure. */
async function runScript(script: string, options: ExecFileOptions) {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-ec', '. "$0" 2>&1', script], options);

    return { stdout: String(stdout), failure: undefined };
  } catch (error) {
    return { stdout: String(Object(error).stdout), failure: String(error) };
  }
}
