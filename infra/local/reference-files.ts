import { gzipSync } from 'node:zlib';
import type { ReadObject, StoredObject } from './gateway/object-responses.ts';

const referenceKeys =
  /^(?:service\.json|openapi(?:\.client)?\.json|docs\.html|llms\.txt|docs\/.*|assets\/reference-.*)$/;

/**
 * Reads the files of the API reference, and all others with `readOther`. They are created at the first request, because the
 * renderer has 5 MB.
 */
export function withReference(readOther: ReadObject, address: () => string): ReadObject {
  let files: ReturnType<typeof createFiles> | undefined;

  return async (key) => {
    if (!referenceKeys.test(key)) return readOther(key);
    files ??= createFiles(address());

    return (await files).get(key);
  };
}

async function createFiles(address: string): Promise<Map<string, StoredObject>> {
  const { referenceDocuments } = await import('../reference/documents.ts');
  const { referenceScript, scriptName } = await import('../reference/script.ts');
  const documents = referenceDocuments({ address, basePath: '', trackingDomainTarget: null }, scriptName);

  return new Map<string, StoredObject>([
    ...Object.entries(documents).map(([key, text]): [string, StoredObject] => [
      key,
      { body: Buffer.from(text), headers: {} },
    ]),
    [
      `assets/${scriptName}`,
      {
        body: gzipSync(referenceScript, { level: 9 }),
        headers: { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'gzip' },
      },
    ],
  ]);
}
