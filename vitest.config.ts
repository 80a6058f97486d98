import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';
import { permissionCheckPlugin } from './test/support/permission-check-plugin.ts';
import {
  findPartlyLong,
  isSlowTier,
  isWholeTier,
  pure,
  retries,
  separate,
  slow,
} from './test/support/tier.ts';

export default defineConfig({
  plugins: [permissionCheckPlugin()],
  test: {
    setupFiles: ['test/support/new-file.ts', 'test/support/logs.ts'],
    sequence: { setupFiles: 'list' },
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    // Real engines respond in milliseconds; a test that takes longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: retries,
    // On two cores, three threads use the time in which tests wait for an engine. Slow tests start processes of their own, and
    // a crash of one must not end the others.
    pool: isWholeTier ? 'forks' : 'threads',
    maxWorkers: isWholeTier ? 2 : 3,
    projects: isSlowTier
      ? [
          {
            extends: true,
            test: {
              name: 'slow',
              setupFiles: ['test/support/fail-on-refusals.ts'],
              include: [slow, ...findPartlyLong()],
              exclude: separate,
            },
          },
        ]
      : [
          // Pure code without side effects: a separate worker per file would take longer than the tests.
          {
            extends: true,
            test: { name: 'unit', include: pure, exclude: isWholeTier ? [] : [slow], isolate: false },
          },
          {
            extends: true,
            test: {
              name: 'whole',
              isolate: false,
              setupFiles: ['test/support/fail-on-refusals.ts'],
              include: ['test/**/*.test.ts'],
              exclude: [...pure, ...(isWholeTier ? [] : [slow])],
            },
          },
        ],
  },
});
