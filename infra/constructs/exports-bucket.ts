import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { fileDays } from '#lib/exports/export.ts';
import type { StageSettings } from '../stages.ts';

/**
 * The files of exports, which have personal data: encrypted, private, reachable with TLS only, and deleted by S3 after a few
 * days. An interrupted upload is deleted after a day. Not versioned, so that no copy of a deleted file remains.
 */
export function createExportsBucket(scope: Construct, { removalPolicy }: StageSettings): Bucket {
  const bucket = new Bucket(scope, 'ExportsBucket', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    lifecycleRules: [
      { expiration: Duration.days(fileDays), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'The audit log names each export and its author. An access log would need another bucket, which keeps the names of the files.',
  });
  acknowledgeFileGrants(bucket);

  return bucket;
}

/** Applies to the functions of all stacks that `writeFiles`, `deleteFiles` and `readFiles` grant access to. */
function acknowledgeFileGrants(bucket: Bucket): void {
  const { node } = bucket;
  if (!(node.defaultChild instanceof CfnBucket)) throw new Error('The bucket has no resource.');
  const files = `<${Stack.of(bucket).getLogicalId(node.defaultChild)}.Arn>/*`;
  Validations.of(node.root).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${files}]`,
    reason: 'Files are created at run time with names that are not known here; the bucket holds no others.',
  });
}

export function writeFiles(bucket: Bucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:PutObject', 's3:AbortMultipartUpload'])];
}

export function deleteFiles(bucket: Bucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:DeleteObject'])];
}

export function readFiles(bucket: Bucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:GetObject'])];
}

function allowOnFiles(bucket: Bucket, actions: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources: [bucket.arnForObjects('*')] });
}
