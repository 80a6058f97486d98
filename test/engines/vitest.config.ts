import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../support/closing-line.ts';
import { permissionCheckPlugin } from '../support/permission-check-plugin.ts';
import { projectRoot } from './cache.ts';

/** The tests of `vitest.config.ts`, against the engine that `TEST_ENGINE` names. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  root: projectRoot,
  plugins: [permissionCheckPlugin()],
  test: {
    include: ['test/{storage,api,workers}/**/*.test.ts'],
    setupFiles: ['test/support/logs.ts', 'test/support/fail-on-refusals.ts', 'test/engines/exclusions.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    // These engines are several times slower than the local ones.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // moto processes one request at a time: a slow query of one file would exceed the connection timeouts of
    // another.
    maxWorkers: process.env['TEST_ENGINE'] === 'moto' ? 1 : 2,
  },
});
