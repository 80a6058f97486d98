import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Files of a folder that a person can survey. A larger folder gets parts with names. */
const filesMax = 25;
const cwd = resolve(import.meta.dirname, '../..');

test('no folder of product code has more than 25 files', () => {
  const files = globSync('{lib,functions,infra}/**/*.{ts,tsx,css,md}', {
    cwd,
    exclude: ['infra/dashboard/dist/**'],
  });
  const folders = Map.groupBy(files, dirname);

  expect(files.length).toBeGreaterThan(1000);
  expect(
    [...folders].flatMap(([folder, { length }]) => (length > filesMax ? `${folder}: ${length}` : [])),
  ).toEqual([]);
});
