import { type CfnResource, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DashboardBucket } from './dashboard-routes.ts';
import { DashboardUpload } from './dashboard-upload.ts';

interface DashboardSiteProps {
  /** Compressed files; see `cachedDashboard`. Undefined: the bucket stays empty. */
  readonly folder: string | undefined;
  readonly removalPolicy: RemovalPolicy;
}

/** The files of the dashboard in a private bucket that only the gateway reads. */
export class DashboardSite extends Construct implements DashboardBucket {
  readonly integrationUri: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, { folder, removalPolicy }: DashboardSiteProps) {
    super(scope, id);

    const bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket has only the files of the dashboard, which are the same for everyone.',
    });
    const { partition, region } = Stack.of(this);
    this.integrationUri = `arn:${partition}:apigateway:${region}:s3:path/${bucket.bucketName}`;
    this.roleArn = this.createReader(bucket).roleArn;
    if (folder !== undefined) new DashboardUpload(this, 'Upload', { bucket, folder, removalPolicy });
  }

  private createReader(bucket: Bucket): Role {
    const role = new Role(this, 'Reader', {
      description: 'Lets the gateway read the files of the dashboard',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        read: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['s3:GetObject'],
              resources: ['index.html', 'favicon.svg', 'assets/*'].map((key) => bucket.arnForObjects(key)),
            }),
          ],
        }),
      },
    });
    const bucketId = Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnResource);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/assets/*]`,
      reason: 'The names of assets contain a hash of their content.',
    });

    return role;
  }
}
