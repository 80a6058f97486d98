import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

/** Deletes files from the bucket of exports. */
export interface BucketCleaner {
  /** Does nothing if the file does not exist. */
  deleteFile(key: string): Promise<void>;
  /** Deletes all files with keys that begin with the prefix. */
  deleteFiles(prefix: string): Promise<void>;
}

/** Timeout of a request, in milliseconds. An upload takes longer than the calls that other clients make. */
const requestTimeout = 15_000;

export const bucketClient = once(() =>
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

export function exportCleaner(): BucketCleaner {
  const Bucket = readConfig('exports:delete').EXPORTS_BUCKET_NAME;
  const deleteFile = async (Key: string | undefined) => {
    await bucketClient().send(new DeleteObjectCommand({ Bucket, Key }));
  };

  return {
    deleteFile,

    async deleteFiles(Prefix) {
      for (let isTruncated = true; isTruncated; ) {
        const { Contents = [], IsTruncated } = await bucketClient().send(
          new ListObjectsV2Command({ Bucket, Prefix }),
        );
        for (const { Key } of Contents) await deleteFile(Key);
        isTruncated = IsTruncated === true;
      }
    },
  };
}
