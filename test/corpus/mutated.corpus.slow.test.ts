import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const count = 2000;
const slowMs = 250;

test(`reads ${count} mutated messages without an error, each within 250 ms and all in a heap of 64 MB`, async () => {
  const thread = new Worker(new URL('./mutated/reader-thread.ts', import.meta.url), {
    workerData: { count, slowMs },
    // The thread is stopped if it needs more.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  const [{ read, slowest }] = await once(thread, 'message');
  await thread.terminate();
  process.stdout.write(`mutated messages: ${read}, slowest ${slowest.toFixed(0)} ms\n`);

  expect(read).toBe(count);
  expect(slowest).toBeLessThan(slowMs);
}, 300_000);
