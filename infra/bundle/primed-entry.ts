import type { Plugin } from 'esbuild';

/** What a function does with its table before its first request: something that its role allows. */
export type Priming = keyof typeof calls;

const calls = {
  reads: "get({ pk: 'PRIMING', sk: 'PRIMING' })",
  /** For those that may only count their callers. Its condition never holds, so nothing is written. */
  counts:
    "update({ update: { pk: 'ADDRESS#PRIMING', sk: 'PRIMING' }, remove: ['no'], if: { pk: 'present' } })",
};

/** The name under which esbuild finds a function's file together with its priming. */
export function primedEntry(file: string, priming: Priming): string {
  return `primed:${priming}:${file}`;
}

/**
 * Asks for one item that is not there while the function starts. What the first request would otherwise pay — connecting,
 * compiling the SDK's path — is paid in a phase to which Lambda gives two whole processors, whatever the function's
 * memory. A table that cannot be reached, or not within a second, is left for the first request to complain of.
 */
const prime = (call: string) => `
await Promise.race([
  Promise.resolve().then(() => services().table.${call}).catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, 1000).unref()),
]);`;

export const primedEntries: Plugin = {
  name: 'primed-entry',
  setup(build) {
    build.onResolve({ filter: /^primed:/ }, ({ path, resolveDir }) => {
      const [, priming, ...file] = path.split(':');
      const call = priming === 'counts' ? calls.counts : calls.reads;

      return { path: file.join(':'), namespace: 'primed-entry', pluginData: { resolveDir, call } };
    });

    build.onLoad({ filter: /.*/, namespace: 'primed-entry' }, ({ path, pluginData }) => ({
      contents: [
        `export { handler } from ${JSON.stringify(`./${path}`)};`,
        "import { services } from '#lib/runtime/services.ts';",
        prime(pluginData.call),
      ].join('\n'),
      resolveDir: pluginData.resolveDir,
      loader: 'js',
    }));
  },
};
