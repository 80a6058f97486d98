import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Place, referenceDocuments } from './reference/documents.ts';

/** Stands in built files for the path of the API on its host, which is known when the service is synthesised. */
export const basePathMark = '/base-path-of-the-api';

/** The gateway's own address has the stage as its first path segment. */
export function addressOf(stage: string, domainName: string | undefined): Place {
  const basePath = domainName === undefined ? `/${stage}` : '';

  return { basePath, address: domainName === undefined ? basePath : `https://${domainName}` };
}

/**
 * Writes the files of the dashboard and of the API reference for one address.
 * @param siteFolder see `buildSite`
 */
export function writeSite(siteFolder: string, outputFolder: string, place: Place) {
  const folders = {
    dashboardFolder: join(outputFolder, 'dashboard'),
    documentsFolder: join(outputFolder, 'documents'),
  };
  cpSync(siteFolder, folders.dashboardFolder, { recursive: true });
  compressFiles(folders.dashboardFolder, place.basePath);
  mkdirSync(folders.documentsFolder, { recursive: true });
  const script = readdirSync(join(siteFolder, 'assets')).find((name) => name.startsWith('reference-'));
  for (const [key, text] of Object.entries(referenceDocuments(place, script ?? ''))) {
    writeFileSync(join(folders.documentsFolder, key), text);
  }

  return folders;
}

/**
 * Inserts the path of the API into each file of a folder, and compresses it with gzip under its own name, because neither the bucket nor the
 * gateway compresses files.
 */
export function compressFiles(folder: string, basePath: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // In this encoding, each byte is one character, also of fonts.
    const text = readFileSync(path, 'latin1').replaceAll(basePathMark, basePath);
    writeFileSync(path, gzipSync(Buffer.from(text, 'latin1'), { level: 9 }));
  }
}
