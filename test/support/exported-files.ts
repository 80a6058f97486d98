import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { exportDownloadUrls } from '#lib/bucket/download-url.ts';
import type { Export } from '#lib/exports/export.ts';
import { getExport } from '#lib/exports/read.ts';
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

/** Keys of all files of a workspace. */
export async function fileKeysOf(workspaceId: string): Promise<string[]> {
  connected();
  const { Contents = [] } = await new S3Client({}).send(
    new ListObjectsV2Command({ Bucket: process.env['EXPORTS_BUCKET_NAME'], Prefix: `${workspaceId}/` }),
  );

  return Contents.map(({ Key = '' }) => Key);
}
