import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      /** Included in the archive of another package, and covered by its hash. */
      inBundle: z.optional(z.literal(true)),
    }),
  ),
});

/**
 * `npm ci` refuses a lockfile without one of them on every platform; npm omits packages that it could not
 * resolve.
 */
test('the lockfile has the packages of all platforms', () => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies),
  );
  // Packages for one platform have the exact version of their parent; others have a range.
  const forPlatforms = optional.filter(([, version]) => /^\d/.test(version)).map(([name]) => name);

  expect(forPlatforms.length).toBeGreaterThan(50);
  expect(forPlatforms.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
});

/**
 * Packages of the embedded DynamoDB engine for other platforms, which the registry of this lockfile does not have. npm compares
 * them with the hash of the registry that provides them. The engine is a tool of development, and is not deployed.
 */
const withoutHash = /^node_modules\/@dynoxide\/(?!linux-x64$)/;

test('every package of the lockfile has a SHA-512 hash', () => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const installed = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
  const unverified = installed
    .filter(([path, { integrity = '' }]) => !integrity.startsWith('sha512-') && !withoutHash.test(path))
    .map(([path, { version }]) => `${path}@${version}`);

  expect(installed.length).toBeGreaterThan(400);
  expect(unverified).toEqual([]);
});

test('the lockfile names no registry', () => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
