import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { bucketClient } from '#lib/bucket/bucket.ts';
import { readConfig } from '#lib/runtime/config.ts';

/* A separate module, because functions that only delete files do not need the library for uploads. */

interface FileType {
  readonly contentType: string;
  /** Name of a downloaded file. */
  readonly fileName: string;
}

/** Writes files to the bucket of exports. */
export interface BucketWriter {
  /**
   * Replaces the file as a whole when all of `content` is written. If `content` throws, or S3 fails, the upload is aborted and
   * the file is unchanged.
   * @param content is read only as fast as it is written
   */
  write(key: string, content: AsyncIterable<Uint8Array>, type: FileType): Promise<void>;
}

/**
 * Parts of 5 MiB that are sent at the same time. So a worker holds at most 10 MiB, and the next rows are read while a part is
 * sent.
 */
const partsAtOnce = 2;

export function exportWriter(): BucketWriter {
  const Bucket = readConfig('exports:write').EXPORTS_BUCKET_NAME;

  return {
    async write(Key, content, { contentType, fileName }) {
      const upload = new Upload({
        client: bucketClient(),
        queueSize: partsAtOnce,
        params: {
          Bucket,
          Key,
          Body: Readable.from(content),
          ContentType: contentType,
          ContentDisposition: `attachment; filename="${fileName}"`,
        },
      });
      await upload.done();
    },
  };
}
