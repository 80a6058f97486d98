import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { serviceInfo } from '#lib/docs/service-info.ts';
import { describePage } from './page.ts';
import { compressedScript, scriptName } from './script.ts';

interface Reference {
  /** Texts by key. They are not compressed, because programs such as curl do not decompress a response by default. */
  readonly documents: Readonly<Record<string, string>>;
  /** Compressed with gzip, like the assets of the dashboard. */
  readonly script: { readonly key: string; readonly content: Buffer };
}

interface Place {
  /** Address of the API, or its path if the host is not known before the deployment. */
  readonly address: string;
  /** Path of the API on its host: empty, or the stage. */
  readonly basePath: string;
}

/** The files of `GET /`, `/openapi.json` and `/docs`, by their key in the bucket of the dashboard. */
export function describeReference({ address, basePath }: Place): Reference {
  // The own address as the first server, so that clients and API explorers work without changes.
  const server = {
    url: address,
    'x-internal': false,
    description: 'The address that serves this document.',
  };

  return {
    documents: {
      'service.json': JSON.stringify(serviceInfo),
      'openapi.json': JSON.stringify({ ...openApi, servers: [server, ...openApi.servers] }),
      'docs.html': describePage(basePath, scriptName),
    },
    script: { key: `assets/${scriptName}`, content: compressedScript },
  };
}

/** Writes the script beside the files of the dashboard, and the documents to a folder for files that are not compressed. */
export async function writeReference(
  place: Place,
  { dashboardFolder, documentsFolder }: { dashboardFolder: string; documentsFolder: string },
): Promise<void> {
  const { documents, script } = describeReference(place);
  await mkdir(documentsFolder, { recursive: true });
  await Promise.all([
    writeFile(join(dashboardFolder, script.key), script.content),
    ...Object.entries(documents).map(([key, text]) => writeFile(join(documentsFolder, key), text)),
  ]);
}
