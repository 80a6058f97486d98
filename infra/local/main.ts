import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { processEnvironment } from './process-environment.ts';
import { runLocalStack } from './run-local-stack.ts';
import { seed } from './seed.ts';

await runLocalStack({
  environment: processEnvironment,
  seed,
  synthesise: async (outputFolder) => {
    const thread = new Worker(new URL('./synthesis-thread.ts', import.meta.url), {
      workerData: outputFolder,
    });
    // What goes wrong in the thread rejects here, with its own message.
    await once(thread, 'exit');
  },
});
