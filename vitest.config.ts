import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    silent: 'passed-only',
    // Real engines answer in milliseconds; what takes longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: the stack itself needs one.
    maxWorkers: 2,
  },
});
