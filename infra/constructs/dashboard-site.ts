import { type CfnResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import type { DashboardBucket } from './dashboard-routes.ts';

const page = 'index.html';

/** Keys of the files of the API reference; see `referenceDocuments`. */
const documents = ['service.json', 'openapi.json', 'openapi.client.json', 'docs.html', 'llms.txt', 'docs/*'];

interface DashboardSiteProps {
  /** Compressed files; see `writeSite`. Undefined: the bucket stays empty. */
  readonly folder: string | undefined;
  /** Documents of the API reference, not compressed. */
  readonly documentsFolder: string | undefined;
  readonly removalPolicy: RemovalPolicy;
}

/** The files of the dashboard and of the API reference in a private bucket that only the gateway reads. */
export class DashboardSite extends Construct implements DashboardBucket {
  readonly integrationUri: string;
  readonly roleArn: string;
  private readonly upload: DashboardUpload | undefined;

  constructor(scope: Construct, id: string, props: DashboardSiteProps) {
    super(scope, id);

    const { folder, documentsFolder, removalPolicy } = props;
    const bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy,
    });
    // The policy stays with the bucket.
    bucket.policy?.applyRemovalPolicy(removalPolicy);
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket has only the files of the dashboard, which are the same for everyone.',
    });
    const { partition, region } = Stack.of(this);
    this.integrationUri = `arn:${partition}:apigateway:${region}:s3:path/${bucket.bucketName}`;
    this.roleArn = this.createReader(bucket).roleArn;
    if (folder === undefined || documentsFolder === undefined) return;
    this.upload = new DashboardUpload(this, 'Upload', { bucket, folder, documentsFolder, removalPolicy });
  }

  /** A failed creation of the stack then leaves the bucket empty: CloudFormation does not delete a bucket with files. */
  uploadAfter(dependency: IConstruct): void {
    this.upload?.node.addDependency(dependency);
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
              resources: [page, 'favicon.svg', 'assets/*', ...documents].map((key) =>
                bucket.arnForObjects(key),
              ),
            }),
          ],
        }),
      },
    });
    const bucketId = Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnResource);
    for (const [files, reason] of [
      ['assets/*', 'The names of assets contain a hash of their content.'],
      ['docs/*', 'The reference has a file for each chapter.'],
    ]) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${files}]`,
        reason: reason ?? '',
      });
    }

    return role;
  }
}

interface DashboardUploadProps extends DashboardSiteProps {
  readonly bucket: Bucket;
  readonly folder: string;
  readonly documentsFolder: string;
}

/**
 * Uploads the files with each deployment. Assets come first, so that a page never names an asset that does
 * not exist. Earlier assets stay: a tab that was opened before a deployment still loads its pages.
 */
class DashboardUpload extends Construct {
  constructor(scope: Construct, id: string, props: DashboardUploadProps) {
    super(scope, id);

    const { bucket, folder, documentsFolder, removalPolicy } = props;
    const shared = {
      // `Bucket` declares a property as optional that `IBucket` requires.
      destinationBucket: bucket as IBucket,
      prune: false,
      retainOnDelete: removalPolicy !== RemovalPolicy.DESTROY,
    };
    const compressed = { ...shared, contentEncoding: 'gzip' };
    const assets = new BucketDeployment(this, 'Assets', {
      ...compressed,
      sources: [Source.asset(folder, { exclude: [page] })],
    });
    const pages = new BucketDeployment(this, 'Page', {
      ...compressed,
      sources: [Source.asset(folder, { exclude: ['*', `!${page}`] })],
    });
    const reference = new BucketDeployment(this, 'Reference', {
      ...shared,
      sources: [Source.asset(documentsFolder)],
    });
    for (const later of [pages, reference]) later.node.addDependency(assets);
    acknowledge(assets, bucket);
  }
}

/** All deployments share one function. CDK defines it, with its role and its runtime. */
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
