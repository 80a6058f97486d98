import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

/*
 * Pages load their styles when they are opened, and keep them. If two files styled one class, a page would look different after
 * a visit to another one.
 */
test('each class of the dashboard is styled in one file', () => {
  const styles = filesOf('infra/dashboard', '.css').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }));
  const shared = sharedClasses(styles);

  expect(styles.length).toBeGreaterThan(20);
  expect(shared).toEqual([]);
});

test('a class in two files is found', () => {
  const [one, other] = ['.card {}\n.list {}', '@media print {\n  .list,\n  .note {}\n}'];

  expect(
    sharedClasses([
      { file: 'one.css', text: one },
      { file: 'other.css', text: other },
    ]),
  ).toEqual(['list: one.css, other.css']);
});

/** Classes that several files style without an ancestor. */
function sharedClasses(styles: readonly { readonly file: string; readonly text: string }[]): string[] {
  const files = new Map<string, string[]>();
  for (const { file, text } of styles) {
    const names = [...text.matchAll(/^\s*\.([\w-]+)\s*[,{]/gm)].map(([, name = '']) => name);
    for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), basename(file)]);
  }

  return [...files]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.join(', ')}`);
}
