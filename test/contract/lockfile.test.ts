import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) }),
  ),
});

/** `npm ci` refuses a lockfile that misses one, on every platform; npm leaves out what it could not look up. */
test('the lockfile names every platform’s package of what is installed', () => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies),
  );
  // Packages for one platform are pinned to their parent's version, others are not.
  const forPlatforms = optional.filter(([, version]) => /^\d/.test(version)).map(([name]) => name);

  expect(forPlatforms.length).toBeGreaterThan(50);
  expect(forPlatforms.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
});
