import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../command-line/user-error.ts';

/** Folder of generators for other languages. */
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/client-generators');

/** Runs a program, and fails with its output. */
export async function runTool(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
) {
  const { cwd, env } = options;
  try {
    await promisify(execFile)(program, args, { ...(cwd && { cwd }), env: { ...process.env, ...env } });
  } catch (error) {
    const { message, stdout = '' } = Object(error);
    throw new UserError(`${message}\n${stdout}`);
  }
}

/** @returns the folder of a tool, which is installed once */
export async function installTool(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = resolve(cache, name);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    await install(folder).catch(async (error: unknown) => {
      await rm(folder, { recursive: true, force: true });
      throw error;
    });
  }

  return folder;
}
