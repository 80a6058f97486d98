import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { describeDifferences, differencesPage } from './differences-page.ts';

test('DIFFERENCES.md is up to date with `npm run test:engines -- --write`', () => {
  expect(readFileSync(differencesPage, 'utf8')).toBe(describeDifferences());
});

test('every difference has the response of each engine, a reason and a consequence', () => {
  const empty = differences.flatMap((difference) =>
    Object.entries(difference).filter(([, text]) => text.length === 0),
  );

  expect(empty).toEqual([]);
});

test('every exclusion names an existing test', () => {
  const exclusions = differences.flatMap(({ excludes = [] }) => excludes);

  for (const { file, test: name } of exclusions) expect(readFileSync(file, 'utf8')).toContain(name);
});
