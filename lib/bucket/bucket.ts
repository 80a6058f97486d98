import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { clientSettings, withoutSdkLog } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

/** S3 accepts a smaller part only as the last one. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
export const partBytesMin = 5 * 1024 * 1024;

interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

export interface UploadedPart {
  readonly number: number;
  readonly etag: string;
}

interface FileType {
  readonly contentType: string;
  /** Name of a downloaded file. */
  readonly fileName: string;
}

/** Writes files to the bucket of exports. */
export interface BucketWriter {
  put(key: string, body: Uint8Array, type: FileType): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** @returns the id of the upload */
  beginUpload(key: string, type: FileType): Promise<string>;
  /** @param number 1 to 10,000; numbers need not be consecutive. @returns the ETag */
  uploadPart(upload: Upload, number: number, body: Uint8Array): Promise<string>;
  /**
   * Idempotent. Uploaded parts that are not listed are discarded.
   * @param parts ordered by number. @returns false if neither the upload nor its file exists
   */
  completeUpload(upload: Upload, parts: readonly UploadedPart[]): Promise<boolean>;
}

/** Deletes files from the bucket of exports. */
export interface BucketCleaner {
  /** Deletes the parts of an unfinished upload. Does nothing if the upload has ended. */
  abortUpload(upload: Upload): Promise<void>;
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

export function exportWriter(): BucketWriter {
  const Bucket = readConfig('exports:write').EXPORTS_BUCKET_NAME;

  return {
    async put(Key, Body, type) {
      await client().send(new PutObjectCommand({ Bucket, Key, Body, ...headersOf(type) }));
    },

    async get(Key) {
      const { Body } = await client().send(new GetObjectCommand({ Bucket, Key }));
      if (!Body) throw new Error(`S3 returned no body for ${Key}`);

      return Body.transformToByteArray();
    },

    async beginUpload(Key, type) {
      const { UploadId } = await client().send(
        new CreateMultipartUploadCommand({ Bucket, Key, ...headersOf(type) }),
      );
      if (!UploadId) throw new Error('S3 returned no upload id');

      return UploadId;
    },

    async uploadPart({ key: Key, uploadId: UploadId }, PartNumber, Body) {
      const { ETag } = await client().send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
      );
      if (!ETag) throw new Error('S3 returned no ETag');

      return ETag;
    },

    async completeUpload({ key: Key, uploadId: UploadId }, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      try {
        await client().send(
          new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
        );

        return true;
      } catch (error) {
        if (!isNamed(error, 'NoSuchUpload')) throw error;
        // An earlier call may have completed it.
        return exists(Bucket, Key);
      }
    },
  };
}

export function exportCleaner(): BucketCleaner {
  const Bucket = readConfig('exports:delete').EXPORTS_BUCKET_NAME;

  return {
    async abortUpload({ key: Key, uploadId: UploadId }) {
      try {
        await client().send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      } catch (error) {
        if (!isNamed(error, 'NoSuchUpload')) throw error;
      }
    },

    async deleteFiles(Prefix) {
      for (let isTruncated = true; isTruncated; ) {
        const { Contents = [], IsTruncated } = await client().send(
          new ListObjectsV2Command({ Bucket, Prefix }),
        );
        for (const { Key } of Contents) await client().send(new DeleteObjectCommand({ Bucket, Key }));
        isTruncated = IsTruncated === true;
      }
    },
  };
}

const headersOf = ({ contentType, fileName }: FileType) => ({
  ContentType: contentType,
  ContentDisposition: `attachment; filename="${fileName}"`,
});

async function exists(Bucket: string, Key: string): Promise<boolean> {
  try {
    await client().send(new HeadObjectCommand({ Bucket, Key }));

    return true;
  } catch (error) {
    // Without `s3:ListBucket`, S3 answers 403 for a file that does not exist.
    if (isNamed(error, 'NotFound') || isNamed(error, 'Forbidden') || isNamed(error, '403')) return false;
    throw error;
  }
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
