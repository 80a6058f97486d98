import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';
import { serviceInfo } from '#lib/docs/service-info.ts';
import { clientProfile } from './client-profile.ts';
import { chapterPages } from './markdown/chapters.ts';
import { describeIndex } from './markdown/index-page.ts';
import { describePage } from './page.ts';

export interface Place {
  /** Address of the API, or its path if the host is not known before the deployment. */
  readonly address: string;
  /** Path of the API on its host: empty, or the stage. */
  readonly basePath: string;
  /** Target of the CNAME records of tracking domains. Null if the stage has no proxy for them. */
  readonly trackingDomainTarget: string | null;
}

/**
 * The texts of `GET /` and of the API reference, by their key in the bucket of the dashboard: the documents, the page, and its
 * chapters in Markdown. They are stored without compression, because programs such as curl do not decompress a response by default; the
 * gateway compresses them for callers that accept it.
 */
export function referenceDocuments(
  { address, basePath, trackingDomainTarget }: Place,
  scriptName: string,
): Record<string, string> {
  // The own address as the first server, so that clients and API explorers work without changes.
  const server = {
    url: address,
    'x-internal': false,
    description: 'The address that serves this document.',
  };

  const document: OpenApiDocument = { ...openApi, servers: [server, ...openApi.servers] };

  return {
    'service.json': JSON.stringify({ ...serviceInfo, trackingDomainTarget }),
    'openapi.json': JSON.stringify(document),
    'openapi.client.json': JSON.stringify(clientProfile(document)),
    'docs.html': describePage(document, basePath, scriptName),
    'llms.txt': describeIndex(document, address),
    ...chapterPages(document),
  };
}
