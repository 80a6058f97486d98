import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, importsOf } from './sources.ts';

const library = filesOf('lib', '.ts');
const functions = filesOf('functions', '.ts');

/** Of all imports of these files, those that break a rule, as `file → import`. */
function offences(files: readonly string[], breaks: (file: string, target: string) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ from }) => {
      const target = resolve(file, from);

      return breaks(file, target) ? [`${file} → ${from}`] : [];
    }),
  );
}

/** A path from the root for what is ours; the name as it is for a package. */
function resolve(file: string, from: string): string {
  if (from.startsWith('#lib/')) return from.replace('#', '');

  return from.startsWith('.') ? posix.join(dirname(file), from) : from;
}

/** `lib/contacts`, also for a file of `lib/contacts/import`. */
const domainOf = (file: string) => file.split('/').slice(0, 2).join('/');

const isOurs = (target: string) =>
  /^(?:lib|infra|functions|test|events)\//.test(target) || target.startsWith('..');

describe('direction of imports', () => {
  test('nothing is imported from another domain’s items, not even a type', () => {
    expect(
      offences(
        library,
        (file, target) => /[/-]items\.ts$/u.test(target) && domainOf(target) !== domainOf(file),
      ),
    ).toEqual([]);
  });

  test('functions import the library and nothing else', () => {
    expect(offences(functions, (_, target) => !target.startsWith('lib/'))).toEqual([]);
  });

  test('the library imports nothing of ours but the library', () => {
    expect(offences(library, (_, target) => isOurs(target) && !target.startsWith('lib/'))).toEqual([]);
    expect(offences(library, (_, target) => /^(?:aws-cdk|constructs)/.test(target))).toEqual([]);
  });

  test('the library says where its imports are, so that no path changes its meaning when a file moves', () => {
    expect(library.flatMap(importsOf).filter(({ from }) => from.startsWith('.') || from === '?')).toEqual([]);
  });

  test('only the storage layer speaks to DynamoDB; everybody else goes through its port', () => {
    const allowed = (file: string) => file.startsWith('lib/storage/') || file === 'lib/runtime/services.ts';

    expect(
      offences(library, (file, target) => target === '@aws-sdk/client-dynamodb' && !allowed(file)),
    ).toEqual([]);
  });

  test('infrastructure names functions by their path and never loads them', () => {
    const infra = filesOf('infra', '.ts');

    expect(offences(infra, (_, target) => target.startsWith('functions/'))).toEqual([]);
  });

  test('nothing that runs imports a test', () => {
    const running = [...library, ...functions, ...filesOf('infra', '.ts')];

    expect(offences(running, (_, target) => target.startsWith('test/') || target === 'vitest')).toEqual([]);
  });
});
