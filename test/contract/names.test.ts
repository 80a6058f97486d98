import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endpoints, fallback, routedEndpoints, workers } from '#lib/operations.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { validRequests } from '../api/support/valid-requests.ts';
import { filesOf } from './sources.ts';

const sampleFolders: Readonly<Record<Worker['trigger'], string>> = {
  queue: 'sqs',
  stream: 'stream',
  schedule: 'scheduler',
};
const all = [...routedEndpoints, fallback, ...workers];

/** `api-keys/create` for `api-keys.create`. */
const asPath = (name: string) => name.replace('.', '/');
const sorted = (names: Iterable<string>) => [...names].sort();

/** `send.refused.test.ts` is the second part of `send.test.ts`. */
const withoutParts = (files: readonly string[]) =>
  sorted(new Set(files.map((file) => file.replace(/(\/[^/.]+)\..*$/, '$1'))));

describe('one name per operation', () => {
  test('the functions folder has exactly one file per operation', () => {
    expect(filesOf('functions')).toEqual(sorted(all.map(({ file }) => file)));
  });

  test('each endpoint has exactly one test', () => {
    const tests = withoutParts(filesOf('test/api', '.test.ts')).filter(
      (name) => !name.startsWith('test/api/guards/'),
    );

    expect(tests).toEqual(
      sorted([...routedEndpoints, fallback].map(({ name }) => `test/api/${asPath(name)}`)),
    );
  });

  test('each worker has exactly one test', () => {
    const tests = withoutParts(filesOf('test/workers', '.test.ts'));

    expect(tests).toEqual(sorted(workers.map(({ name }) => `test/workers/${asPath(name)}`)));
  });

  test('each operation has exactly one sample event', () => {
    const samples = [
      ...routedEndpoints.map(({ name }) => `events/http/${name}.json`),
      ...workers.map(({ name, definition }) => `events/${sampleFolders[definition.trigger]}/${name}.json`),
    ];

    expect(
      ['http', 'sqs', 'stream', 'scheduler'].flatMap((kind) => filesOf(`events/${kind}`)).sort(),
    ).toEqual(sorted(samples));
  });

  test('the guards have a valid request for exactly the existing endpoints', () => {
    expect(sorted(Object.keys(validRequests))).toEqual(sorted(endpoints.map(({ name }) => name)));
  });

  test('functions/jobs/run.ts lists the description of each kind of job', () => {
    const declarations = filesOf('lib').flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^export const (\w+): JobDescription</gm),
    ]);
    const [, list = ''] = /jobRunner\(\[(.*?)\]/s.exec(readFileSync('functions/jobs/run.ts', 'utf8')) ?? [];

    expect(sorted(list.split(',').map((name) => name.trim()))).toEqual(
      sorted(declarations.map(([, name = '']) => name)),
    );
  });

  test('names are unique', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('paths', () => {
  test('no two endpoints have the same route', () => {
    const routes = routedEndpoints.map(({ definition }) => `${definition.method} ${definition.path}`);
    const shapes = routes.map((route) => route.replaceAll(/\{[^}]*\}/g, '{}'));

    expect(new Set(shapes).size).toBe(routedEndpoints.length);
  });

  test('a literal path part does not hide a method of a parameter', () => {
    // API Gateway selects the resource by path only: POST /contacts/import hides the other methods of
    // /contacts/{id} for this id. That is harmless, because no id can be `import`.
    const literal = routedEndpoints.filter(({ definition }) => !definition.path.includes('{'));
    const open = routedEndpoints.filter(({ definition }) => definition.path.includes('{'));
    const hidden = open.flatMap(({ name, definition }) => {
      const pattern = new RegExp(`^${definition.path.replaceAll(/\{[^}]*\}/g, '([^/]+)')}$`);

      return literal.flatMap((other) => {
        const id = pattern.exec(other.definition.path)?.[1];
        const accepted = id !== undefined && definition.params?.safeParse({ id }).success;

        return accepted ? [`${name} / ${other.name}`] : [];
      });
    });

    expect(hidden).toEqual([]);
  });

  test('a path position has one parameter name in all routes, as API Gateway requires', () => {
    const names = new Map<string, Set<string>>();
    for (const { definition } of routedEndpoints) {
      for (const match of definition.path.matchAll(/^(.*?)\{([^}]*)\}/g)) {
        names.set(match[1] ?? '', (names.get(match[1] ?? '') ?? new Set()).add(match[2] ?? ''));
      }
    }

    expect([...names.values()].filter((each) => each.size > 1)).toEqual([]);
  });

  test('exactly the parameters of a path are parsed', () => {
    for (const { name, definition } of routedEndpoints) {
      const inPath = [...definition.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
      const issues = definition.params?.safeParse({}).error?.issues ?? [];

      expect([name, issues.map(({ path }) => path[0])]).toEqual([name, inPath]);
    }
  });
});

describe.each(all)('$file', ({ file, definition }) => {
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    // A list of other functions is data.
    .filter((line) => !/^ {2}'[\w.-]+': \(\) => import\('\.\.\/[\w-]+\/[\w-]+\.ts'\),$/.test(line));

  test('has at most 25 lines and no decisions', () => {
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines.join('\n')).not.toMatch(/\b(?:try|catch|if|switch|JSON\.parse|process\.|@aws-sdk)\b/);
  });

  test('exports only a handler', async () => {
    expect(Object.keys(await import(pathToFileURL(file).href))).toEqual(['handler']);
  });

  test('serves the contract of its name', () => {
    const verb = basename(file, '.ts').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const kind = 'trigger' in definition ? 'Workers' : 'Routes';

    expect(lines.join('\n')).toMatch(new RegExp(`\\b[a-zA-Z]+${kind}\\.${verb}\\b`));
  });
});
