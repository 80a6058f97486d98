import { Readable } from 'node:stream';
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

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

/** Deletes files from the bucket of exports. */
export interface BucketCleaner {
  /** Does nothing if the file does not exist. */
  deleteFile(key: string): Promise<void>;
  /** Deletes all files with keys that begin with the prefix. */
  deleteFiles(prefix: string): Promise<void>;
}

/** Timeout of a request, in milliseconds. An upload takes longer than the calls that other clients make. */
const requestTimeout = 15_000;

const client = once(() =>
  withoutSdkLog(
    new S3Client({
      ...clientSettings,
      requestHandler: { ...clientSettings.requestHandler, requestTimeout },
      // TLS protects the transfer, and the ETags of the parts are compared at the end.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // A part is sent immediately: waiting for `100 Continue` would add a round trip.
      expectContinueHeader: false,
    }),
  ),
);

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
        client: client(),
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

export function exportCleaner(): BucketCleaner {
  const Bucket = readConfig('exports:delete').EXPORTS_BUCKET_NAME;
  const deleteFile = async (Key: string | undefined) => {
    await client().send(new DeleteObjectCommand({ Bucket, Key }));
  };

  return {
    deleteFile,

    async deleteFiles(Prefix) {
      for (let isTruncated = true; isTruncated; ) {
        const { Contents = [], IsTruncated } = await client().send(
          new ListObjectsV2Command({ Bucket, Prefix }),
        );
        for (const { Key } of Contents) await deleteFile(Key);
        isTruncated = IsTruncated === true;
      }
    },
  };
}
