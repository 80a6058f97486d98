import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle.ts';
import { openContentCache } from '../../../infra/local/code/content-cache.ts';
import { createFunctionCode } from '../../../infra/local/code/function-code.ts';
import { stackTest as test } from '../support/stack.ts';

const source = { name: 'health.get', file: 'functions/health/get.ts' };

function writeStub(folder: string): string {
  const codeFolder = join(folder, 'stub');
  mkdirSync(codeFolder);
  writeFileSync(join(codeFolder, 'source.json'), JSON.stringify(source));

  return codeFolder;
}

test('a function is bundled at its first invocation, with the same bytes as in a deployment', async ({
  folder,
}) => {
  const codeFolder = writeStub(folder);
  const code = createFunctionCode(openContentCache(join(folder, 'cache')));
  await Promise.all([code.prepare({ codeFolder }), code.prepare({ codeFolder })]);

  const other = { name: 'auth.login', file: 'functions/auth/login.ts' };
  const deployed = await bundleFunctions({ outputFolder: join(folder, 'all'), sources: [source, other] });

  expect(readFileSync(join(codeFolder, 'index.mjs'))).toEqual(
    readFileSync(join(deployed.get(source.name) ?? '', 'index.mjs')),
  );
});

test('a file that does not compile fails the invocation, and the next invocation compiles it again', async ({
  folder,
}) => {
  const codeFolder = writeStub(folder);
  writeFileSync(
    join(codeFolder, 'source.json'),
    JSON.stringify({ name: 'no.such', file: 'functions/no/such.ts' }),
  );
  const code = createFunctionCode(openContentCache(join(folder, 'cache')));

  await expect(code.prepare({ codeFolder })).rejects.toThrow('functions/no/such.ts');
  writeFileSync(join(codeFolder, 'source.json'), JSON.stringify(source));
  await code.prepare({ codeFolder });
  expect(existsSync(join(codeFolder, 'index.mjs'))).toBe(true);
});

test('all functions are bundled ahead, and a broken function stops no other', async ({ folder }) => {
  const faulty = join(folder, 'faulty');
  mkdirSync(faulty);
  const missing = { name: 'auth.missing', file: 'functions/auth/missing.ts' };
  writeFileSync(join(faulty, 'source.json'), JSON.stringify(missing));
  const codeFolder = writeStub(folder);
  await createFunctionCode(openContentCache(join(folder, 'cache'))).prepareAll([
    { operation: source.name, codeFolder },
    { operation: missing.name, codeFolder: faulty },
  ]);

  expect(existsSync(join(codeFolder, 'index.mjs'))).toBe(true);
  expect(existsSync(join(faulty, 'index.mjs'))).toBe(false);
});

test('the cache creates an entry once per version of the sources', async ({ folder }) => {
  let sources = 'first';
  let made = 0;
  const cache = openContentCache(join(folder, 'cache'), async () => sources);
  const make = async (path: string) => {
    made += 1;
    writeFileSync(path, `made ${made}`);
  };
  const fill = async () => {
    await cache.fill('entry', join(folder, 'target'), make);
    return readFileSync(join(folder, 'target'), 'utf8');
  };

  expect([await fill(), await fill()]).toEqual(['made 1', 'made 1']);
  sources = 'second';
  expect([await fill(), await fill()]).toEqual(['made 2', 'made 2']);
});

test('an entry is not kept when its sources change while it is created', async ({ folder }) => {
  let sources = 0;
  const cache = openContentCache(join(folder, 'cache'), async () => {
    sources += 1;

    return String(sources);
  });
  let made = 0;
  const make = async (path: string) => {
    made += 1;
    writeFileSync(path, `made ${made}`);
  };
  await cache.fill('entry', join(folder, 'target'), make);
  sources = 0;
  await cache.fill('entry', join(folder, 'target'), make);

  expect(made).toBe(2);
});
