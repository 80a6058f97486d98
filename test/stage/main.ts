import { startVitest } from 'vitest/node';
import { ClosingLine } from '../support/closing-line.ts';
import { readSettings } from './support/settings.ts';

/** `npm run test:stage`: tests of a deployed stage, which they know by its URL only. */
async function main(): Promise<void> {
  try {
    readSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;

    return;
  }

  const vitest = await startVitest('test', [], {
    config: false,
    watch: false,
    include: ['test/stage/*.stage.ts'],
    globalSetup: ['test/stage/support/set-up.ts'],
    reporters: ['default', new ClosingLine()],
    // All tests share one key with 100 requests a minute; a test may have to wait for the next minute.
    fileParallelism: false,
    testTimeout: 150_000,
    teardownTimeout: 300_000,
  });
  await vitest.close();
}

await main();
