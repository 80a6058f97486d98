import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from '../support/closing-line.ts';
import { retries } from '../support/tier.ts';

/** Stories in a browser, against a local stack of their own. */
// biome-ignore lint/style/noDefaultExport: vitest reads it
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/dashboard/**/*.browser.ts'],
    globalSetup: ['test/dashboard/support/set-up.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    expect: { poll: { timeout: 15_000 } },
    // The first call of a function bundles it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: retries,
    // The measurements need one core for the browser and one for the stack.
    maxWorkers: 1,
  },
});
