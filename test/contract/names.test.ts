import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endpoints, workers } from '#lib/operations.ts';
import type { Worker } from '#lib/runtime/worker.ts';
import { validRequests } from '../api/support/valid-requests.ts';
import { filesOf } from './sources.ts';

const sampleFolders: Readonly<Record<Worker['trigger'], string>> = {
  queue: 'sqs',
  stream: 'stream',
  schedule: 'scheduler',
};
const all = [...endpoints, ...workers];

/** `api-keys/create` of `api-keys.create`. */
const asPath = (name: string) => name.replace('.', '/');
const sorted = (names: Iterable<string>) => [...names].sort();

/** `send.refused.test.ts` is the second part of `send.test.ts`. */
const withoutParts = (files: readonly string[]) =>
  sorted(new Set(files.map((file) => file.replace(/(\/[^/.]+)\..*$/, '$1'))));

describe('one name per operation', () => {
  test('the functions folder holds one file for each operation and nothing else', () => {
    expect(filesOf('functions')).toEqual(sorted(all.map(({ file }) => file)));
  });

  test('each endpoint has a test of its own, and there is no test of anything else', () => {
    const tests = withoutParts(filesOf('test/api', '.test.ts')).filter(
      (name) => !name.startsWith('test/api/guards/'),
    );

    expect(tests).toEqual(sorted(endpoints.map(({ name }) => `test/api/${asPath(name)}`)));
  });

  test('each worker has a test of its own, and there is no test of anything else', () => {
    const tests = withoutParts(filesOf('test/workers', '.test.ts'));

    expect(tests).toEqual(sorted(workers.map(({ name }) => `test/workers/${asPath(name)}`)));
  });

  test('each operation has a sample event, and there is no sample of anything else', () => {
    const samples = [
      ...endpoints.map(({ name }) => `events/http/${name}.json`),
      ...workers.map(({ name, definition }) => `events/${sampleFolders[definition.trigger]}/${name}.json`),
    ];

    expect(
      ['http', 'sqs', 'stream', 'scheduler'].flatMap((kind) => filesOf(`events/${kind}`)).sort(),
    ).toEqual(sorted(samples));
  });

  test('the guards know a valid request of each endpoint, and none of anything else', () => {
    expect(sorted(Object.keys(validRequests))).toEqual(sorted(endpoints.map(({ name }) => name)));
  });

  test('names do not repeat', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('paths', () => {
  test('no two endpoints answer the same request', () => {
    const routes = endpoints.map(({ definition }) => `${definition.method} ${definition.path}`);
    const shapes = routes.map((route) => route.replaceAll(/\{[^}]*\}/g, '{}'));

    expect(new Set(shapes).size).toBe(endpoints.length);
  });

  test('where a literal part and a parameter compete, no method is hidden behind the literal', () => {
    // API Gateway chooses the resource by its path alone: POST /contacts/import hides any other method of /contacts/{id}
    // at that very id, which is harmless only as long as no id can read `import`.
    const literal = endpoints.filter(({ definition }) => !definition.path.includes('{'));
    const open = endpoints.filter(({ definition }) => definition.path.includes('{'));
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

  test('one place in a path has one parameter name, because API Gateway allows no second', () => {
    const names = new Map<string, Set<string>>();
    for (const { definition } of endpoints) {
      for (const match of definition.path.matchAll(/^(.*?)\{([^}]*)\}/g)) {
        names.set(match[1] ?? '', (names.get(match[1] ?? '') ?? new Set()).add(match[2] ?? ''));
      }
    }

    expect([...names.values()].filter((each) => each.size > 1)).toEqual([]);
  });

  test('each parameter of a path is parsed, and nothing else is', () => {
    for (const { name, definition } of endpoints) {
      const inPath = [...definition.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
      const issues = definition.params?.safeParse({}).error?.issues ?? [];

      expect([name, issues.map(({ path }) => path[0])]).toEqual([name, inPath]);
    }
  });
});

describe.each(all)('$file', ({ file, definition }) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');

  test('is at most 25 lines, and decides nothing', () => {
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines.join('\n')).not.toMatch(/\b(?:try|catch|if|switch|JSON\.parse|process\.|@aws-sdk)\b/);
  });

  test('exports a handler and nothing else', async () => {
    expect(Object.keys(await import(pathToFileURL(file).href))).toEqual(['handler']);
  });

  test('serves the contract that it is named after', () => {
    const verb = basename(file, '.ts').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const kind = 'trigger' in definition ? 'Workers' : 'Routes';

    expect(lines.join('\n')).toMatch(new RegExp(`\\b[a-zA-Z]+${kind}\\.${verb}\\b`));
  });
});
