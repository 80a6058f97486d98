import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const moduleUrl = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/;

/**
 * Puts the module of a worker thread into the bundle as text, because a bundle is one file. Applies to files with the name
 * `…-thread-url.ts`, which export the URL of the module. In a bundle, this URL has the type `data:`.
 * https://nodejs.org/api/worker_threads.html#new-workerfilename-options
 */
export function bundledThreads(options: BuildOptions): Plugin {
  return {
    name: 'bundled-threads',
    setup({ onLoad }) {
      onLoad({ filter: /-thread-url\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const file = moduleUrl.exec(source)?.[1];
        if (file === undefined) throw new Error(`${path} has no URL of a module.`);
        const entryPoint = join(dirname(path), file);
        const { outputFiles, metafile } = await build({
          ...options,
          entryPoints: [entryPoint],
          outfile: 'thread.mjs',
          outExtension: {},
          sourcemap: false,
          metafile: true,
          write: false,
        });
        const text = JSON.stringify(outputFiles[0]?.text ?? '');
        const url = `new URL('data:text/javascript,' + encodeURIComponent(${text}))`;
        const { absWorkingDir = process.cwd() } = options;

        return {
          contents: source.replace(moduleUrl, () => url),
          loader: 'ts',
          watchFiles: Object.keys(metafile.inputs).map((input) => join(absWorkingDir, input)),
        };
      });
    },
  };
}
