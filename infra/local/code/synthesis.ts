import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FoundationOptions } from '../foundation.ts';
import type { ContentCache } from './content-cache.ts';

/** Synthesises the templates, or copies them from the cache if the sources have not changed. */
export function cachedSynthesis(cache: ContentCache): FoundationOptions['synthesise'] {
  return (outputFolder) =>
    cache.fill('assembly', outputFolder, async (path) => {
      const thread = new Worker(new URL('./synthesis-thread.ts', import.meta.url), { workerData: path });
      // An error in the thread rejects this promise with the original message.
      await once(thread, 'exit');
    });
}
