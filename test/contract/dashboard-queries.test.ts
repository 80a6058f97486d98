import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

const definition = /(?:queryOptions\(\{\s*queryKey: |listQuery(?:<[^(]*>)?\(\s*)\[([^\]]*)\]/g;

/** The texts at the beginning of a key, such as `companies name` of `['companies', 'name', id]`. */
function literalsOf(key: string): string {
  return (/^\s*(?:'[^']*'(?:,\s*)?)*/.exec(key)?.[0] ?? '').replaceAll(/[',\s]+/g, ' ').trim();
}

test('two queries of the dashboard never share a cache entry, because their results may differ', () => {
  const definitions = ['.ts', '.tsx']
    .flatMap((ending) => filesOf('infra/dashboard', ending))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(definition)].map(([, key = '']) => ({
        file,
        key: literalsOf(key),
      })),
    );
  const shared = [...Map.groupBy(definitions, ({ key }) => key)].filter(([, group]) => group.length > 1);

  expect(definitions.length).toBeGreaterThan(40);
  expect(shared.map(([key, group]) => [key, group.map(({ file }) => file)])).toEqual([]);
});
