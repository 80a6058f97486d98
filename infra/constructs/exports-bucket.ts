import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { fileDays } from '#lib/exports/export.ts';
import { removalPolicyOf, type StageSettings } from '../stages.ts';

/** The bucket of the settings, or a bucket of the stack. */
export function exportsBucketOf(
  scope: Construct,
  { exportsBucketName: name, ...settings }: StageSettings,
): IBucket {
  const bucket =
    name === undefined
      ? createExportsBucket(scope, removalPolicyOf(settings))
      : Bucket.fromBucketName(scope, 'RetainedExportsBucket', name);
  // Applies to the functions of all stacks that `writeFiles`, `deleteFiles` and `readFiles` grant access to.
  Validations.of(scope.node.scope ?? scope).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${name === undefined ? `<${logicalIdOf(bucket)}.Arn>` : `arn:<AWS::Partition>:s3:::${name}`}/*]`,
    reason: 'Files are created at run time with names that are not known here; the bucket holds no others.',
  });

  return bucket;
}

/**
 * The files of exports, which have personal data: encrypted, private, reachable with TLS only, and deleted by S3 after a few
 * days. An interrupted upload is deleted after a day. Not versioned, so that no copy of a deleted file remains.
 */
function createExportsBucket(scope: Construct, removalPolicy: RemovalPolicy): IBucket {
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
  // The policy stays with the bucket.
  bucket.policy?.applyRemovalPolicy(removalPolicy);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'The audit log names each export and its author. An access log would need another bucket, which keeps the names of the files.',
  });

  // `Bucket` declares a property as optional that `IBucket` requires.
  return bucket as IBucket;
}

function logicalIdOf({ node, stack }: IBucket): string {
  if (!(node.defaultChild instanceof CfnBucket)) throw new Error('The bucket has no resource.');

  return stack.getLogicalId(node.defaultChild);
}

export function writeFiles(bucket: IBucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:PutObject', 's3:AbortMultipartUpload'])];
}

export function deleteFiles(bucket: IBucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:DeleteObject'])];
}

export function readFiles(bucket: IBucket): PolicyStatement[] {
  return [allowOnFiles(bucket, ['s3:GetObject'])];
}

function allowOnFiles(bucket: IBucket, actions: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources: [bucket.arnForObjects('*')] });
}
