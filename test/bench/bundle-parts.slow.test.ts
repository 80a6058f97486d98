import { expect, test } from 'vitest';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { bundleAll } from '../support/bundles.ts';
import { readBundles } from './support/bundle-inventory.ts';
import { libraries, libraryOf, ownParts, useOfNeed } from './support/bundle-parts.ts';

/** The deployed modules, with the inputs that esbuild lists. */
const inputsOf = new Map(readBundles(await bundleAll()).map(({ operation, inputs }) => [operation, inputs]));
const operations = [...routedEndpoints, fallback, ...workers].map((operation) => ({
  ...operation,
  inputs: inputsOf.get(operation.name) ?? [],
}));

test('every function contains only the libraries that its contract needs', () => {
  const unlisted = operations.flatMap((operation) => {
    const names = new Set(operation.inputs.flatMap((input) => libraryOf(input) ?? []));

    return [...names].filter((name) => !libraries[name]?.(operation)).map((it) => `${operation.name}: ${it}`);
  });

  expect(unlisted).toEqual([]);
});

test('only functions with the permission contain the code for connections, queues, schedules, encryption and writes', () => {
  const strangers = operations.flatMap((operation) =>
    operation.inputs
      .filter((input) => ownParts[input]?.(operation) === false)
      .map((input) => `${operation.name}: ${input}`),
  );

  expect(strangers).toEqual([]);
});

test('every permission of a function is used by its code', () => {
  const unneeded = operations.flatMap(({ name, definition, inputs }) =>
    definition.needs
      .filter((need) => !inputs.some((input) => input.includes(useOfNeed[need] ?? '')))
      .map((need) => `${name}: ${need}`),
  );

  expect(unneeded).toEqual([]);
});

test('every rule matches a bundled file', () => {
  const inputs = new Set(operations.flatMap((operation) => operation.inputs));
  const names = new Set([...inputs].flatMap((input) => libraryOf(input) ?? []));

  expect(Object.keys(libraries).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(ownParts).filter((file) => !inputs.has(file))).toEqual([]);
  expect(operations.filter((operation) => operation.inputs.length === 0)).toEqual([]);
});
