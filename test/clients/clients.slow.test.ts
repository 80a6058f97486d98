import { type ExecFileOptions, execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { newWorkspace, useStack } from '../support/stack.ts';

/**
 * Generates a client with each generator from the document that the stack serves, compiles a small program with it, and runs the
 * program. The tools stay in the cache.
 */
const cache = resolve('node_modules/.cache/clients');
const documentFile = `${cache}/openapi.client.json`;
const generators = readdirSync('test/clients/generators').map((file) => file.replace(/\.sh$/, ''));
/** Consecutive numbers select one generator after another; without a number, all. */
const turn = process.env['CLIENTS_TURN'];
const selected =
  turn === undefined
    ? generators
    : generators.filter((_, index) => index === Number(turn) % generators.length);

beforeAll(async () => {
  const response = await fetch(`${useStack().baseUrl}/openapi.client.json`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(documentFile, await response.text());
});

test.each(selected)('the client of %s compiles and works', { timeout: 900_000 }, async (generator) => {
  const { apiKey } = await newWorkspace();
  const folder = `${cache}/${generator}`;
  mkdirSync(folder, { recursive: true });
  const script = resolve(`test/clients/generators/${generator}.sh`);
  const { stdout, failure } = await runScript(script, {
    cwd: folder,
    env: {
      ...process.env,
      API: useStack().baseUrl,
      API_KEY: apiKey,
      BIN: resolve('node_modules/.bin'),
      DOCUMENT: documentFile,
      PROGRAMS: resolve('test/clients/programs'),
    },
    maxBuffer: 100_000_000,
  });

  expect(failure, stdout.slice(-5000)).toBeUndefined();
  expect(JSON.parse(/\{.*\}\s*$/.exec(stdout)?.[0] ?? '')).toEqual({
    isRepeated: true,
    imported: 2,
    contacts: ['ann@example.com', 'bo@example.com', 'cy@example.com'],
    withoutCompany: true,
    status: 'draft',
    startsAt: true,
    fault: ['email', 'custom'],
    events: 1,
  });
});

/** The output of a script that stops at its first failure. */
async function runScript(script: string, options: ExecFileOptions) {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-ec', '. "$0" 2>&1', script], options);

    return { stdout: String(stdout), failure: undefined };
  } catch (error) {
    return { stdout: String(Object(error).stdout), failure: String(error) };
  }
}
