import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';

const run = promisify(execFile);

/** Imports modules in a process without environment variables in which connections fail. */
async function importAll(files: readonly string[]): Promise<string> {
  const script = `
    const net = process.getBuiltinModule('node:net');
    net.Socket.prototype.connect = () => { throw new Error('a connection at import time'); };
    for (const file of ${JSON.stringify(files)}) await import(file);
    process.stdout.write(JSON.stringify(process.getActiveResourcesInfo().filter((each) => /Timeout|TCP|Immediate/.test(each))));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env: {} });

  return stdout;
}

test('contracts and configuration can be imported without environment variables', async () => {
  expect(await importAll(['#lib/operations.ts', '#lib/runtime/config.ts'])).toBe('[]');
});

test('every function can be imported without variables and without a connection before the first event', async () => {
  const files = [...routedEndpoints, fallback, ...workers].map(({ file }) => `./${file}`);

  expect(await importAll(files)).toBe('[]');
});
