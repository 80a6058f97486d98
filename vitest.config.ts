import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/logs.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new ClosingLine()],
    silent: 'passed-only',
    // Real engines answer in milliseconds; what takes longer than this hangs.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: the stack itself needs one.
    maxWorkers: 2,
  },
});
