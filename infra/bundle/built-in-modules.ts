import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const namespace = 'built-in-module';

/**
 * Loads Node's modules by `process.getBuiltinModule`. An ESM `import` evaluates every export of a built-in; for
 * `node:http` that loads undici, 30 ms of each cold start. This keeps ESM, and with it top-level await.
 *
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
