import { execFile } from 'node:child_process';
import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { stageSettings } from '../../infra/stages.ts';
import { synthesise } from '../../infra/synthesise.ts';
import { isWholeTier } from '../support/tier.ts';

const run = promisify(execFile);
const offline = resolve('test/infra/offline.ts');

const documents = ['data', 'api', 'workers'].flatMap((stack) => [
  `${stack}.template.json`,
  `${stack}.assets.json`,
]);

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synthesise-test-'));
  await synthesise('dev', stageSettings('dev'), join(folder, 'first'));
  if (isWholeTier) await synthesiseOffline(join(folder, 'second/deeper'));
}, 240_000);

afterAll(() => rm(folder, { recursive: true }));

it.runIf(isWholeTier).each(documents)(
  '%s is identical byte for byte in every folder and at every time, without network access',
  async (name) => {
    const [first, second] = await Promise.all([
      readDocument('first', name),
      readDocument('second/deeper', name),
    ]);

    expect(second).toBe(first);
    expect(first).not.toContain(folder);
  },
);

/** @returns nothing for an archive that is a file */
const filesOf = (path: string): Promise<string[]> => readdir(join(folder, 'first', path)).catch(() => []);

it('Every operation is deployed with one module, and with the module of its thread if it starts one', async () => {
  const Assets = z.object({
    files: z.record(z.string(), z.object({ source: z.object({ path: z.string(), packaging: z.string() }) })),
  });

  for (const [stack, operations] of Object.entries({ api: [...routedEndpoints, fallback], workers })) {
    const { files } = z.parse(Assets, JSON.parse(await readDocument('first', `${stack}.assets.json`)));
    const archives = Object.values(files).filter(({ source }) => source.packaging === 'zip');
    const contents = await Promise.all(archives.map(({ source }) => filesOf(source.path)));
    // The others are the files of the dashboard and the function that uploads them.
    const code = contents.filter((names) => names.includes('index.mjs'));

    const withThread = code.filter((names) => names.includes('parser-thread.mjs'));
    expect(code).toHaveLength(operations.length);
    expect(code.flat().filter((name) => !['index.mjs', 'parser-thread.mjs'].includes(name))).toEqual([]);
    expect(withThread).toHaveLength(stack === 'workers' ? 2 : 0);
  }
});

it.runIf(isWholeTier)('A synthesis that uses the network fails', async () => {
  const networkCode = run(process.execPath, [
    '--import',
    offline,
    '--eval',
    'fetch("http://127.0.0.1:65000")',
  ]);

  await expect(networkCode).rejects.toThrow('synthesis used the network');
});

/** CDK adds a hash to the name of a stack in the names of its files. */
async function readDocument(assembly: string, name: string): Promise<string> {
  const pattern = `outreachdev${name.replace('.', '*.')}`;
  const [file = ''] = await Array.fromAsync(glob(pattern, { cwd: join(folder, assembly) }));

  return readFile(join(folder, assembly, file), 'utf8');
}

/** Runs like the CDK command, in a process without an account, a home folder and a network. */
async function synthesiseOffline(outputFolder: string): Promise<void> {
  await run(process.execPath, ['--import', offline, resolve('infra/app.ts')], {
    cwd: folder,
    env: { CDK_OUTDIR: outputFolder, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'dev' }) },
  });
}
