import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const namespace = 'built-in-module';

/**
 * Loads Node's built-in modules with `process.getBuiltinModule`. An ESM `import` evaluates every export of a
 * built-in module; for `node:http` that loads undici and adds 30 ms to each cold start. The bundle stays ESM
 * and keeps top-level await.
 * @see https://github.com/nodejs/node/issues/59686
 */
export const builtInModules: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (!isBuiltin(path)) {
        return null;
      }

      return { path: path.startsWith('node:') ? path : `node:${path}`, namespace };
    });

    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
