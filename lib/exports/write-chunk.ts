import { type BucketWriter, partBytesMin } from '#lib/bucket/bucket.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { fileKey, type StoredExport } from '#lib/exports/items.ts';
import { readExportPage } from '#lib/exports/pages.ts';
import { commitProgress, completeExport, type Progress } from '#lib/exports/progress.ts';
import { fileTypeOf, rowWriter } from '#lib/exports/rows.ts';
import type { Services } from '#lib/runtime/services.ts';

export interface ChunkServices extends Services {
  readonly vault: Vault;
  readonly files: BucketWriter;
}

/** The rows that a chunk writes. */
interface Chunk {
  /** Begins with the rows of earlier chunks that are in no part yet. */
  readonly body: Buffer;
  /** Rows and bytes of this chunk alone. */
  readonly rows: number;
  readonly bytes: number;
  /** Undefined at the end of the list. */
  readonly cursor: string | undefined;
}

/**
 * Writes the next rows of a claimed export: a part of its file, or its whole file if that is smaller than a part. If the time
 * is over before a part is full, the rows are kept in a separate file, because S3 accepts a smaller part only at the end. The
 * progress is committed after the file is written, so a crash repeats the chunk. Files and parts have the number of the claim
 * (`claim.claims`), so that no attempt overwrites the files or parts of another.
 * @param deadline epoch milliseconds
 * @returns the export after the chunk; undefined if it is complete, or another worker has claimed it
 */
export async function writeChunk(
  services: ChunkServices,
  claim: StoredExport,
  deadline: number,
): Promise<StoredExport | undefined> {
  const { body, cursor, ...added } = await readChunk(services, claim, deadline);
  const sums = { rows: claim.rows + added.rows, bytes: claim.bytes + added.bytes };
  const isRead = cursor === undefined;
  // The file is smaller than one part and is written as a whole.
  if (isRead && claim.uploadId === undefined) {
    await services.files.put(fileKey(claim, claim.claims), body, fileTypeOf(claim));
    await completeExport(services, claim, { ...sums, file: claim.claims });

    return undefined;
  }
  // The time is over before the part is full: the rows become the remainder.
  if (!isRead && body.length < partBytesMin) {
    await services.files.put(fileKey(claim, claim.claims), body, fileTypeOf(claim));

    return commitProgress(services, claim, { ...sums, cursor, remainder: claim.claims });
  }
  // The part contains the earlier remainder, so the progress has none.
  const uploaded = await uploadPart(services, claim, body);

  return commitProgress(services, claim, { ...sums, ...uploaded, cursor, ...(isRead && { isRead }) });
}

async function readChunk(services: ChunkServices, claim: StoredExport, deadline: number): Promise<Chunk> {
  const writer = rowWriter(claim);
  // A part begins with the remainder of the previous chunk, and the file with the header.
  const remainder =
    claim.remainder === undefined
      ? Buffer.from(claim.bytes === 0 ? writer.header : '')
      : Buffer.from(await services.files.get(fileKey(claim, claim.remainder)));
  const blocks = [remainder];
  let size = remainder.length;
  let rows = 0;
  let { cursor } = claim;
  do {
    const { data, nextCursor } = await readExportPage(services, claim, cursor);
    const block = Buffer.from(data.map(writer.write).join(''));
    blocks.push(block);
    size += block.length;
    rows += data.length;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && size < partBytesMin && services.now() <= deadline);
  // `claim.bytes` already includes the remainder. A header is new in this chunk.
  const countedBytes = claim.remainder === undefined ? 0 : remainder.length;

  return { body: Buffer.concat(blocks), rows, bytes: size - countedBytes, cursor };
}

/** Uploads a part; the first one begins the upload. Without rows there is no part. */
async function uploadPart(
  { files }: ChunkServices,
  claim: StoredExport,
  body: Buffer,
): Promise<Pick<Progress, 'file' | 'uploadId' | 'part'>> {
  if (body.length === 0) return {};
  const { file = claim.claims } = claim;
  const key = fileKey(claim, file);
  const uploadId = claim.uploadId ?? (await files.beginUpload(key, fileTypeOf(claim)));
  const etag = await files.uploadPart({ key, uploadId }, claim.claims, body);

  return { file, uploadId, part: { number: claim.claims, etag } };
}
