import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { exportDownloadUrls } from '#lib/bucket/download-url.ts';
import { exportWriter } from '#lib/bucket/writer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { Export } from '#lib/exports/export.ts';
import { getExport } from '#lib/exports/read.ts';
import { runExport } from '#lib/exports/run.ts';
import type { Services } from '#lib/runtime/services.ts';
import { connected } from './stack.ts';

/** An export as the API shows it. */
export function readExport(workspaceId: string, exportId: string): Promise<Export> {
  return getExport({ ...connected(), downloadUrls: exportDownloadUrls() }, workspaceId, exportId);
}

/** Downloads the file of a completed export. */
export async function downloadExport(workspaceId: string, exportId: string): Promise<Buffer> {
  const { downloadUrl, status } = await readExport(workspaceId, exportId);
  if (downloadUrl === null) throw new Error(`the export is ${status} and has no URL`);
  const response = await fetch(downloadUrl);
  if (!response.ok) throw new Error(`S3 answered ${response.status}: ${await response.text()}`);

  return Buffer.from(await response.arrayBuffer());
}

/** Runs an export as its worker does. @param services overrides, such as a later time, at which no lease is left */
export function writeExport(
  workspaceId: string,
  exportId: string,
  services: Partial<Services> & { readonly readMsMax?: number } = {},
): Promise<void> {
  const { readMsMax, ...overrides } = services;
  const worker = {
    ...connected(),
    vault: kmsVault(connected()),
    files: exportWriter(),
    cleaner: exportCleaner(),
    ...overrides,
  };

  return runExport(worker, { workspaceId, exportId }, { ...(readMsMax !== undefined && { readMsMax }) });
}

/** A time at which the lease of a crashed worker has ended. */
export const afterLease = (): number => Date.now() + 10 * 60_000;

/** Keys of all files of a workspace. */
export async function fileKeysOf(workspaceId: string): Promise<string[]> {
  connected();
  const { Contents = [] } = await new S3Client({}).send(
    new ListObjectsV2Command({ Bucket: process.env['EXPORTS_BUCKET_NAME'], Prefix: `${workspaceId}/` }),
  );

  return Contents.map(({ Key = '' }) => Key);
}

/** Keys of all unfinished uploads of a workspace. */
export async function unfinishedUploadsOf(workspaceId: string): Promise<string[]> {
  connected();
  const { Uploads = [] } = await new S3Client({}).send(
    new ListMultipartUploadsCommand({
      Bucket: process.env['EXPORTS_BUCKET_NAME'],
      Prefix: `${workspaceId}/`,
    }),
  );

  return Uploads.map(({ Key = '' }) => Key);
}
