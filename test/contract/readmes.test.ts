import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf } from './sources.ts';

/** Folders of the library that have no other folder above them but `lib`. */
const folders = readdirSync('lib', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const linesMax = 40;

/** Longer pages, with the reason. */
const longerPages: Readonly<Record<string, number>> = {
  // The rules by which a report is trusted are a security decision, with what each kind of forgery can cause.
  bounces: 60,
};

const pageOf = (folder: string) => join('lib', folder, 'README.md');
const linesOf = (page: string) => readFileSync(page, 'utf8').trimEnd().split('\n').length;

/** Names in backticks and targets of links that are a file or a folder of the project. */
function pathsIn(text: string): string[] {
  const names = [...text.matchAll(/`([^`\n]+)`|\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? match[2] ?? '');

  return names.filter((name) => /^[\w.-]+(?:\/[\w.-]+)+\/?$|^[\w.-]+\.(?:ts|md)$/.test(name));
}

/** Paths that exist neither from the page's folder nor from the root. */
function missingPaths(page: string, text: string): string[] {
  return pathsIn(text).filter((path) => !existsSync(join(page, '..', path)) && !existsSync(path));
}

test('comments, texts and pages name only source files that exist', () => {
  const files = [
    ...filesOf('lib', '.ts'),
    ...filesOf('infra', '.ts'),
    ...filesOf('infra', '.md'),
    'README.md',
    'CONTRIBUTING.md',
  ];
  const named = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?<![\w./-])(?:lib|infra|test|functions)\/[\w./-]+\.(?:ts|cjs|md)\b/g,
      ),
    ].map(([path]) => ({ file, path })),
  );

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});

describe('pages of the library', () => {
  test.each(folders)('lib/%s has a page of at most 40 lines', (folder) => {
    expect(existsSync(pageOf(folder))).toBe(true);
    expect(linesOf(pageOf(folder))).toBeLessThanOrEqual(longerPages[folder] ?? linesMax);
  });

  test('pages name only files and folders that exist', () => {
    const pages = ['lib/README.md', ...folders.map(pageOf)];

    expect(pages.flatMap((page) => missingPaths(page, readFileSync(page, 'utf8')))).toEqual([]);
  });

  test('the library page lists every folder', () => {
    const listed = pathsIn(readFileSync('lib/README.md', 'utf8')).flatMap(
      (path) => /^([\w-]+)\/README\.md$/.exec(path)?.[1] ?? [],
    );

    expect(listed.sort()).toEqual([...folders].sort());
  });

  test('the glossary defines each word once, in alphabetical order, and no more words than a newcomer can learn', () => {
    const glossary = readFileSync('lib/README.md', 'utf8').split('## Glossary')[1] ?? '';
    const words = [...glossary.matchAll(/^- \*\*(.+?)\*\*: /gm)].map((match) =>
      (match[1] ?? '').toLowerCase().replaceAll(/[^a-z0-9 ]/g, ''),
    );

    expect(words).toEqual([...new Set(words)].sort());
    expect(words.length).toBeGreaterThan(50);
    expect(words.length).toBeLessThanOrEqual(95);
    expect(glossary).not.toMatch(/^- \*\*[^*]+\(of /m);
  });

  test.each(['`lib/nowhere/gone.ts`', '`gone.ts`', '[page](gone/README.md)'])(
    'a page that names %s is reported',
    (text) => {
      expect(missingPaths('lib/http/README.md', text)).toHaveLength(1);
    },
  );
});
