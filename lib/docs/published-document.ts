import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { Server } from '#lib/docs/openapi-document.ts';
import { type Published, published } from '#lib/docs/published.ts';
import { once } from '#lib/runtime/services.ts';

/** The document of `openapi.json`, with its headers. */
const committed = once(() => published(openApi, JSON.stringify(openApi)));

/**
 * The committed document with the address of this stage as its first server, so that clients and API explorers work without
 * changes.
 * @param url the URL of the document, as the caller requested it
 */
export function publishedDocument(
  url: string,
): Published<Omit<typeof openApi, 'servers'> & { readonly servers: readonly Server[] }> {
  const { body, headers } = committed();

  return { body: { ...body, servers: [serverOf(url), ...body.servers] }, headers };
}

function serverOf(url: string): Server {
  return {
    url: url.replace(/\/openapi\.json\/*$/, ''),
    'x-internal': false,
    description: 'The address that served this document.',
  };
}
