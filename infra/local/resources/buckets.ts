import { CreateBucketCommand, HeadBucketCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';

/** Creates missing buckets. Unlike on AWS, their files are not deleted after some days. */
export async function ensureBuckets(client: S3Client, buckets: readonly string[]): Promise<void> {
  for (const Bucket of buckets) {
    try {
      await client.send(new HeadBucketCommand({ Bucket }));
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await client.send(new CreateBucketCommand({ Bucket }));
    }
  }
}
