import type { Plugin } from 'esbuild';

const prefix = 'primed:';

/** The name under which esbuild finds a function's file together with its priming. */
export function primedEntry(file: string): string {
  return prefix + file;
}

/**
 * Reads one item that is not there while the function starts. What the first request would otherwise pay — connecting,
 * compiling the SDK's path — is paid in a phase to which Lambda gives two whole processors, whatever the function's
 * memory. A table that cannot be reached, or not within a second, is left for the first request to complain of.
 */
const priming = `
await Promise.race([
  Promise.resolve().then(() => services().table.get({ pk: 'PRIMING', sk: 'PRIMING' })).catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, 1000).unref()),
]);`;

export const primedEntries: Plugin = {
  name: 'primed-entry',
  setup(build) {
    build.onResolve({ filter: /^primed:/ }, ({ path, resolveDir }) => ({
      path: path.slice(prefix.length),
      namespace: 'primed-entry',
      pluginData: { resolveDir },
    }));

    build.onLoad({ filter: /.*/, namespace: 'primed-entry' }, ({ path, pluginData }) => ({
      contents: [
        `export { handler } from ${JSON.stringify(`./${path}`)};`,
        "import { services } from '#lib/runtime/services.ts';",
        priming,
      ].join('\n'),
      resolveDir: pluginData.resolveDir,
      loader: 'js',
    }));
  },
};
