/** Bundles contain the thread's module as text: `infra/bundle/bundled-threads.ts`. */
export const parserThread = new URL('./parser-thread.ts', import.meta.url);
