import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compressFiles } from './compress-files.ts';
import { type Place, referenceDocuments } from './reference/documents.ts';
import type { StageSettings } from './stages.ts';

/** The gateway's own address has the stage as its first path segment. */
export function placeOf(
  stage: string,
  { domain, trackingDomainTarget }: Pick<StageSettings, 'domain' | 'trackingDomainTarget'>,
): Place {
  const basePath = domain === undefined ? `/${stage}` : '';

  return {
    basePath,
    address: domain === undefined ? basePath : `https://${domain.name}`,
    trackingDomainTarget: trackingDomainTarget ?? null,
  };
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
  const script = readdirSync(join(siteFolder, 'assets')).find((name) => name.startsWith('reference-'));
  for (const [key, text] of Object.entries(referenceDocuments(place, script ?? ''))) {
    const file = join(folders.documentsFolder, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  return folders;
}
