import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { OnLoadResult, Plugin } from 'esbuild';

/**
 * Compresses the OpenAPI document and the rendered page in a bundle to about a tenth of their size, base64
 * included. The module decompresses them during init. This loads faster in a cold start than the text or the
 * renderer, and functions with the document stay within the common bundle budget.
 */
export const packedDocs: Plugin = {
  name: 'packed-docs',
  setup(build) {
    build.onLoad({ filter: /\/lib\/docs\/openapi\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));

      return unpackModule(text, 'export default JSON.parse(text);');
    });
    build.onLoad({ filter: /\/lib\/docs\/rendered-page\.ts$/ }, async () => {
      const { renderedPage } = await import('#lib/docs/rendered-page.ts');
      const style = JSON.stringify(renderedPage.style);

      return unpackModule(renderedPage.html, `export const renderedPage = { html: text, style: ${style} };`);
    });
  },
};

/** @param use module code that exports the decompressed `text` */
function unpackModule(text: string, use: string): OnLoadResult {
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
