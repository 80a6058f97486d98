import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.ts';
import { type Place, referenceDocuments } from './reference/documents.ts';

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
