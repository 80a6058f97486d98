/** Module of the worker thread that parses messages. In a bundle, this is a `data:` URL: `infra/bundle/bundled-threads.ts`. */
export const parserThread = new URL('./parser-thread.ts', import.meta.url);
