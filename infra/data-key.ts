import type { Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';

/**
 * Encrypts the table, queues, buckets and topics of a stack with a key of the customer, and permits the roles of the stack to use
 * the key through these services. CloudWatch publishes to the topics with its own identity, so the key's policy must permit it.
 */
export function encryptWith(kmsMasterKeyId: string, stack: Stack): void {
  const resources = stack.node.findAll();
  const roles = resources.filter((each) => each instanceof Role);
  for (const resource of resources) {
    if (resource instanceof CfnTable) {
      resource.sseSpecification = { sseEnabled: true, sseType: 'KMS', kmsMasterKeyId };
    } else if (resource instanceof CfnQueue) {
      resource.sqsManagedSseEnabled = undefined;
      resource.kmsMasterKeyId = kmsMasterKeyId;
    } else if (resource instanceof CfnTopic) {
      resource.kmsMasterKeyId = kmsMasterKeyId;
    } else if (resource instanceof CfnBucket) {
      const serverSideEncryptionByDefault = { sseAlgorithm: 'aws:kms', kmsMasterKeyId };
      resource.bucketEncryption = {
        serverSideEncryptionConfiguration: [{ bucketKeyEnabled: true, serverSideEncryptionByDefault }],
      };
    }
  }
  if (roles.length > 0)
    new ManagedPolicy(stack, 'DataKeyUse', { roles, statements: [useKey(kmsMasterKeyId, stack)] });
}

/**
 * DynamoDB, SQS and S3 use the key with the permissions of their caller.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
 */
function useKey(keyArn: string, { region, urlSuffix }: Stack): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'kms:Decrypt',
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
    resources: [keyArn],
    conditions: {
      StringEquals: {
        'kms:ViaService': ['dynamodb', 's3', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`),
      },
    },
  });
}
