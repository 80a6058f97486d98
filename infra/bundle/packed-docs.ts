import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { OnLoadResult, Plugin } from 'esbuild';

/**
 * The API's description is data of some hundred kilobytes that repeats itself, and its page follows from it. In a bundle each
 * stands compressed to about a tenth, base64 included, and is unpacked during init: less to load for every cold start than
 * the text, or than what renders the page, and functions that carry it stay within the same budget as all others.
 */
export const packedDocs: Plugin = {
  name: 'packed-docs',
  setup(build) {
    build.onLoad({ filter: /\/lib\/docs\/openapi\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));

      return unpacking(text, 'export default JSON.parse(text);');
    });
    build.onLoad({ filter: /\/lib\/docs\/rendered-page\.ts$/ }, async () => {
      const { renderedPage } = await import('#lib/docs/rendered-page.ts');
      const style = JSON.stringify(renderedPage.style);

      return unpacking(renderedPage.html, `export const renderedPage = { html: text, style: ${style} };`);
    });
  },
};

/** @param use what becomes of the text */
function unpacking(text: string, use: string): OnLoadResult {
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  }).toString('base64');

  return {
    contents: [
      "import { brotliDecompressSync } from 'node:zlib';",
      `const text = brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();`,
      use,
    ].join('\n'),
    loader: 'js',
  };
}
