import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * The API's description is data of some hundred kilobytes that repeats itself. In a bundle it stands compressed to about an
 * eighth, base64 included, and is unpacked during init: less to load for every cold start than the text itself, and
 * functions that carry it stay within the same budget as all others.
 */
export const packedJson: Plugin = {
  name: 'packed-json',
  setup(build) {
    build.onLoad({ filter: /\/lib\/docs\/openapi\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      const packed = brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      }).toString('base64');

      return {
        contents: [
          "import { brotliDecompressSync } from 'node:zlib';",
          `export default JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString());`,
        ].join('\n'),
        loader: 'js',
      };
    });
  },
};
