import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, importsOf } from './sources.ts';

const library = filesOf('lib', '.ts');
const functions = filesOf('functions', '.ts');

/** Imports in these files that break a rule, as `file → import`. */
function violations(files: readonly string[], breaks: (file: string, target: string) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ from }) => {
      const target = resolve(file, from);

      return breaks(file, target) ? [`${file} → ${from}`] : [];
    }),
  );
}

/** The path from the project's root for project files; the name for a package. */
function resolve(file: string, from: string): string {
  if (from.startsWith('#lib/')) return from.replace('#', '');

  return from.startsWith('.') ? posix.join(dirname(file), from) : from;
}

/** `lib/contacts`, also for a file of `lib/contacts/import`. */
const domainOf = (file: string) => file.split('/').slice(0, 2).join('/');

const isProjectFile = (target: string) =>
  /^(?:lib|infra|functions|test|events)\//.test(target) || target.startsWith('..');

/** Functions that only answer. */
const withoutUseCase = ['docs/not-found.ts', 'health/get.ts'];

describe('direction of imports', () => {
  test('no file imports another domain’s items, including types', () => {
    expect(
      violations(
        library,
        (file, target) => /[/-]items\.ts$/u.test(target) && domainOf(target) !== domainOf(file),
      ),
    ).toEqual([]);
  });

  test('the infrastructure imports no items of domains', () => {
    expect(
      violations(
        filesOf('infra', '.ts').filter((file) => !file.startsWith('infra/local/history/')),
        (_, target) => target.startsWith('lib/') && /[/-]items\.ts$/u.test(target),
      ),
    ).toEqual([]);
  });

  test('commands import no part of the local stack', () => {
    const commands = [...filesOf('infra/admin', '.ts'), ...filesOf('infra/command-line', '.ts')];
    // The entry point lets the commands act on a running local stack.
    const others = commands.filter((file) => file !== 'infra/admin/main.ts');

    expect(violations(others, (_, target) => target.startsWith('infra/local/'))).toEqual([]);
  });

  test('functions import only the library', () => {
    expect(violations(functions, (_, target) => !target.startsWith('lib/'))).toEqual([]);
  });

  test('the name of a function determines the domain of its use case', () => {
    const others = functions.filter((file) => {
      const domain = file.split('/')[1];
      const useCases = importsOf(file).filter(
        ({ from }) => from.startsWith(`#lib/${domain}/`) && !/[/](?:routes|workers)[.]ts$/.test(from),
      );

      return useCases.length === 0;
    });

    expect(others.map((file) => file.replace('functions/', ''))).toEqual(withoutUseCase);
  });

  test('the library imports only itself and packages', () => {
    expect(violations(library, (_, target) => isProjectFile(target) && !target.startsWith('lib/'))).toEqual(
      [],
    );
    expect(violations(library, (_, target) => /^(?:aws-cdk|constructs)/.test(target))).toEqual([]);
  });

  test('imports in the library have absolute paths, so that files can be moved', () => {
    expect(library.flatMap(importsOf).filter(({ from }) => from.startsWith('.') || from === '?')).toEqual([]);
  });

  test('only the storage layer imports the DynamoDB SDK', () => {
    const allowed = (file: string) => file.startsWith('lib/storage/') || file === 'lib/runtime/services.ts';

    expect(
      violations(library, (file, target) => target === '@aws-sdk/client-dynamodb' && !allowed(file)),
    ).toEqual([]);
  });

  test('infrastructure refers to functions by path and never imports them', () => {
    const infra = filesOf('infra', '.ts');

    expect(violations(infra, (_, target) => target.startsWith('functions/'))).toEqual([]);
  });

  test('product code does not import tests', () => {
    const running = [...library, ...functions, ...filesOf('infra', '.ts')];

    expect(violations(running, (_, target) => target.startsWith('test/') || target === 'vitest')).toEqual([]);
  });
});
