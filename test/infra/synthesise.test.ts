import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints, workers } from '#lib/operations.ts';
import { synthesise } from '../../infra/synthesise.ts';
import { isWholeTier } from '../support/tier.ts';

const documents = ['data', 'api', 'workers'].flatMap((stack) => [
  `outreach-local-${stack}.template.json`,
  `outreach-local-${stack}.assets.json`,
]);

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synthesise-test-'));
  await synthesise({ stage: 'local', outputFolder: join(folder, 'first') });
  if (isWholeTier) await synthesise({ stage: 'local', outputFolder: join(folder, 'second/deeper') });
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

it.runIf(isWholeTier).each(documents)(
  '%s is the same, byte by byte, wherever and whenever it is made',
  async (name) => {
    const [first, second] = await Promise.all([
      readFile(join(folder, 'first', name), 'utf8'),
      readFile(join(folder, 'second/deeper', name), 'utf8'),
    ]);

    expect(second).toBe(first);
    expect(first).not.toContain(folder);
  },
);

it('Every operation is deployed with one module and nothing else', async () => {
  const Assets = z.object({
    files: z.record(z.string(), z.object({ source: z.object({ path: z.string(), packaging: z.string() }) })),
  });

  for (const [stack, operations] of Object.entries({ api: endpoints, workers })) {
    const text = await readFile(join(folder, `first/outreach-local-${stack}.assets.json`), 'utf8');
    const { files } = z.parse(Assets, JSON.parse(text));
    const code = Object.values(files).filter(({ source }) => source.packaging === 'zip');

    expect(code).toHaveLength(operations.length);
    for (const { source } of code) {
      expect(await readdir(join(folder, 'first', source.path))).toEqual(['index.mjs']);
    }
  }
});
