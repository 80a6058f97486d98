import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

const pure = ['campaigns', 'contacts', 'emails', 'executions', 'tracking'].map(
  (domain) => `test/unit/${domain}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    setupFiles: ['test/support/logs.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    // Real engines answer in milliseconds; what takes longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: the stack itself needs one.
    maxWorkers: 2,
    projects: [
      // Pure code: it leaves nothing behind, and a worker of its own for each file would take longer than the tests.
      { extends: true, test: { name: 'unit', include: pure, isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: pure } },
    ],
  },
});
