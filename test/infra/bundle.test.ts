import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { bundleFunctions } from '../../infra/bundle.ts';

const run = promisify(execFile);

const sources = {
  'functions/table/ask.ts': `
    import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
    const client = new DynamoDBClient({ maxAttempts: 1 });
    export const handler = async () => {
      const credentials = await client.config.credentials();
      const failure = await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } })).catch(String);
      return { credentials, failure };
    };`,
  'functions/table/hash.ts': `
    import { createHash } from 'node:crypto';
    import http from 'http';
    import { STATUS_CODES } from 'node:http';
    const greeting = await Promise.resolve('hello');
    export const handler = async () => ({
      digest: createHash('sha256').update(greeting).digest('hex').slice(0, 8),
      same: http.STATUS_CODES === STATUS_CODES,
      later: typeof (await import('node:https')).request,
    });`,
};
const operations = [
  { name: 'table.ask', file: 'functions/table/ask.ts' },
  { name: 'table.hash', file: 'functions/table/hash.ts' },
];

let folder = '';
let codeFolders: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));

  for (const [file, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }

  codeFolders = await bundle('out');
});

afterAll(() => rm(folder, { recursive: true }));

describe('A bundled function', () => {
  it('is the only file in its folder', async () => {
    expect([...codeFolders.keys()]).toEqual(['table.ask', 'table.hash']);

    for (const codeFolder of codeFolders.values()) {
      expect(await readdir(codeFolder)).toEqual(['index.mjs']);
    }
  });

  it('supports top-level await and every kind of import of built-in modules', async () => {
    const { answer } = await call('table.hash');

    expect(answer).toEqual({ digest: '2cf24dba', same: true, later: 'function' });
  });

  it('does not load undici, which an ordinary import of node:http would', async () => {
    expect((await call('table.hash')).loadsUndici).toBe(false);
    expect((await call('table.ask')).loadsUndici).toBe(false);
  });

  it('reads its credentials and session token from the environment', async () => {
    const { answer } = await call('table.ask');

    expect(answer).toMatchObject({
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' },
      failure: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('names the missing variables when there are no credentials', async () => {
    const { answer } = await call('table.ask', { AWS_ACCESS_KEY_ID: '' }).catch((error: unknown) => ({
      answer: String(error),
    }));

    expect(answer).toContain('AWS_ACCESS_KEY_ID');
  });

  it('has no credential providers that Lambda does not use', async () => {
    const Metafile = z.object({ inputs: z.record(z.string(), z.unknown()) });
    const metafile = z.parse(Metafile, JSON.parse(await readFile(join(folder, 'out/metafile.json'), 'utf8')));
    const inputs = Object.keys(metafile.inputs);

    expect(inputs.some((input) => input.includes('client-dynamodb/dist-es/'))).toBe(true);
    expect(inputs.filter((input) => /credential-provider-(?!env)|nested-clients/.test(input))).toEqual([]);
  });

  it('has a source map beside its folder with valid paths to the sources', async () => {
    const mapFolder = join(folder, 'out/table.hash.source-map');
    const SourceMap = z.object({ sources: z.array(z.string()) });
    const map = z.parse(SourceMap, JSON.parse(await readFile(join(mapFolder, 'index.mjs.map'), 'utf8')));

    expect(map.sources.map((source) => resolve(mapFolder, source))).toContain(
      join(folder, 'functions/table/hash.ts'),
    );
  });
});

it('The same sources give the same bytes in every output folder', async () => {
  const again = await bundle('elsewhere/deeper');

  for (const { name } of operations) {
    const bytes = [codeFolders, again].map((it) => readFile(join(it.get(name) ?? '', 'index.mjs'), 'utf8'));
    const [first, second] = await Promise.all(bytes);

    expect(second).toBe(first);
  }
});

it('An operation without a file is an error that names it, and nothing is written', async () => {
  const missing = [{ name: 'table.forget', file: 'functions/table/forget.ts' }];
  const request = { outputFolder: join(folder, 'none'), sourceFolder: folder, sources: missing };

  await expect(bundleFunctions(request)).rejects.toThrow('table.forget (functions/table/forget.ts)');
  expect(await readdir(folder)).not.toContain('none');
});

it.each(['index.js', 'dist/esm/mimetypes.js'])(
  'An unused part with another place or form is an error: %s',
  async (file) => {
    const other = await mkdtemp(join(tmpdir(), 'bundle-test-'));
    onTestFinished(() => rm(other, { recursive: true }));
    const files = {
      'functions/table/ask.ts': `export { handler } from '../../node_modules/libmime/${file}';`,
      [`node_modules/libmime/${file}`]: 'export const handler = 1;',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(other, path)), { recursive: true });
      await writeFile(join(other, path), text);
    }
    const request = {
      outputFolder: join(other, 'out'),
      sourceFolder: other,
      sources: operations.slice(0, 1),
    };

    await expect(bundleFunctions(request)).rejects.toThrow('mimetypes');
  },
);

function bundle(outputFolder: string): Promise<Map<string, string>> {
  return bundleFunctions({
    outputFolder: join(folder, outputFolder),
    sourceFolder: folder,
    sources: operations,
  });
}

const Outcome = z.object({ answer: z.unknown(), loadsUndici: z.boolean() });

/** Runs in a separate process without the tests' modules, as on Lambda. */
async function call(
  operation: string,
  environment: Record<string, string> = {},
): Promise<z.infer<typeof Outcome>> {
  const module = join(codeFolders.get(operation) ?? '', 'index.mjs');
  const script = `
    const { handler } = await import(${JSON.stringify(module)});
    const answer = await handler();
    const loadsUndici = process.moduleLoadList.some((it) => it.includes('undici'));
    process.stdout.write(JSON.stringify({ answer, loadsUndici }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
      ...environment,
    },
  });

  return z.parse(Outcome, JSON.parse(stdout));
}
