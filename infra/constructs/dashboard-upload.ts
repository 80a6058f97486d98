import { type CfnResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';

interface DashboardUploadProps {
  readonly bucket: Bucket;
  /** Compressed files; see `cachedDashboard`. */
  readonly folder: string;
  readonly removalPolicy: RemovalPolicy;
}

const page = 'index.html';

/**
 * Uploads the files of the dashboard with each deployment. Assets come first, so that a page never names an asset that does
 * not exist. Earlier assets stay: a tab that was opened before a deployment still loads its pages.
 */
export class DashboardUpload extends Construct {
  constructor(scope: Construct, id: string, { bucket, folder, removalPolicy }: DashboardUploadProps) {
    super(scope, id);

    const shared = {
      // `Bucket` declares a property as optional that `IBucket` requires.
      destinationBucket: bucket as IBucket,
      contentEncoding: 'gzip',
      prune: false,
      retainOnDelete: removalPolicy === RemovalPolicy.RETAIN,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [Source.asset(folder, { exclude: [page] })],
    });
    const pages = new BucketDeployment(this, 'Page', {
      ...shared,
      sources: [Source.asset(folder, { exclude: ['*', `!${page}`] })],
    });
    pages.node.addDependency(assets);
    acknowledge(assets, bucket);
  }
}

/** Both deployments share one function. CDK defines it, with its role and its runtime. */
function acknowledge({ handlerRole }: BucketDeployment, bucket: Bucket): void {
  const stack = Stack.of(bucket);
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnResource);
  const reason =
    'CDK’s own function uploads the files during a deployment. Nothing else calls it, and its role reaches only the files and this bucket.';
  const findings = [
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort'].map(
      (action) => `IAM5[Action::s3:${action}*]`,
    ),
    `IAM5[Resource::<${bucketId}.Arn>/*]`,
    'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]',
    'L1',
  ];
  for (const finding of findings) {
    Validations.of(handlerRole.node.scope ?? bucket).acknowledge({ id: `AwsSolutions-${finding}`, reason });
  }
}
