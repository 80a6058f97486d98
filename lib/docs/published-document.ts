import { hash } from 'node:crypto';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { Server } from '#lib/docs/openapi-document.ts';
import { type HttpReply, ok } from '#lib/http/reply.ts';
import { once } from '#lib/runtime/services.ts';

/** Differs between versions of the document. 22 characters have 132 bits, enough to distinguish them. */
const documentTag = once(() => `"${hash('sha256', JSON.stringify(openApi), 'base64url').slice(0, 22)}"`);

/**
 * The committed document with the address of this stage as its first server, so that clients and API explorers work without
 * changes.
 * @param url the URL of the document, as the caller requested it
 */
export function documentReply(
  url: string,
): HttpReply<200, Omit<typeof openApi, 'servers'> & { readonly servers: readonly Server[] }> {
  return ok(
    { ...openApi, servers: [serverOf(url), ...openApi.servers] },
    // Private, because the response also has the caller's rate-limit headers.
    { 'Cache-Control': 'private, max-age=300', ETag: documentTag() },
  );
}

function serverOf(url: string): Server {
  return {
    url: url.replace(/\/openapi\.json\/*$/, ''),
    'x-internal': false,
    description: 'The address that served this document.',
  };
}
