import type { Plugin } from 'esbuild';

/** First table request of a function during init: a request that its role allows. */
export type Priming = keyof typeof primingRequests;

const primingRequests = {
  reads: "get({ pk: 'PRIMING', sk: 'PRIMING' })",
  /** For functions that may only update rate counters. The condition never holds, so nothing is written. */
  counts:
    "update({ update: { pk: 'ADDRESS#PRIMING', sk: 'PRIMING' }, remove: ['no'], if: { pk: 'present' } })",
};

/** Module path that esbuild resolves to a function's file plus its priming code. */
export function primedEntry(file: string, priming: Priming): string {
  return `primed:${priming}:${file}`;
}

/**
 * Requests one missing item during init. This opens the connection and compiles the SDK's code path in a
 * phase in which Lambda provides two full processors, regardless of the function's memory. If the table does
 * not answer within a second, init continues, and the first request reports the error.
 */
const primingCode = (call: string) => `
await Promise.race([
  Promise.resolve().then(() => services().table.${call}).catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, 1000).unref()),
]);`;

/** Resolves the module paths of `primedEntry`. */
export const primedEntries: Plugin = {
  name: 'primed-entry',
  setup(build) {
    build.onResolve({ filter: /^primed:/ }, ({ path, resolveDir }) => {
      const [, priming, ...file] = path.split(':');
      const call = priming === 'counts' ? primingRequests.counts : primingRequests.reads;

      return { path: file.join(':'), namespace: 'primed-entry', pluginData: { resolveDir, call } };
    });

    build.onLoad({ filter: /.*/, namespace: 'primed-entry' }, ({ path, pluginData }) => ({
      contents: [
        `export { handler } from ${JSON.stringify(`./${path}`)};`,
        "import { services } from '#lib/runtime/services.ts';",
        primingCode(pluginData.call),
      ].join('\n'),
      resolveDir: pluginData.resolveDir,
      loader: 'js',
    }));
  },
};
