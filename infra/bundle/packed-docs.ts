import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * - Compresses the OpenAPI document in a bundle to about a tenth of its size, base64 included. The module
 *   decompresses it during init. This loads faster in a cold start than the text, and the function stays within
 *   the common bundle budget.
 * - Replaces the module of the browser script of the API reference (`reference-script.ts`) by the two values that
 *   it exports. A function then contains only the value that it uses, and not the packages that build the script.
 */
export const packedDocs: Plugin = {
  name: 'packed-docs',
  setup(build) {
    build.onLoad({ filter: /\/lib\/docs\/openapi\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));

      return { contents: unpackingModule(text), loader: 'js' };
    });
    build.onLoad({ filter: /\/lib\/docs\/reference-script\.ts$/ }, async () => {
      const { scriptName, packedScript } = await import('#lib/docs/reference-script.ts');

      return {
        contents: `export const scriptName = '${scriptName}';\nexport const packedScript = '${packedScript}';`,
        loader: 'js',
      };
    });
  },
};

/** The code of a module that exports a JSON text as its value. */
function unpackingModule(text: string): string {
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  }).toString('base64');

  return `import { brotliDecompressSync } from 'node:zlib';
const text = brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();
export default JSON.parse(text);`;
}
