import {
  CfnOutput,
  CfnResource,
  CfnWaitConditionHandle,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { partitionKey, sortKey, tableIndexes, timeToLiveAttribute } from '#lib/storage/schema.ts';
import { exportsBucketOf } from './constructs/exports-bucket.ts';
import { removalPolicyOf, type StageSettings } from './stages.ts';

interface DataStackProps extends StackProps {
  readonly settings: StageSettings;
}

/**
 * Resources that cannot be recreated: the table, the encryption key of its secrets, the signing key of links
 * and the bucket of exports.
 */
export class DataStack extends Stack {
  /** The stage's own table, or the restored table that replaces it. */
  readonly table: ITable;
  readonly secretsKey: IKey;
  readonly signingKey: IKey;
  readonly exportsBucket: IBucket;

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, props);

    const { table } = settings;
    // A stage that switches to a restored table keeps its own table and can switch back. A stage that was lost has no other table.
    const isLost = table !== undefined && settings.keys !== undefined;
    const ownTable = isLost ? undefined : this.createTable(settings);
    // The class `Table` declares properties as optional that `ITable` requires.
    this.table = table === undefined ? (ownTable as ITable) : this.importTable(table);
    const keys = settings.keys === undefined ? this.createKeys(settings) : this.importKeys(settings.keys);
    this.secretsKey = keys.secrets;
    this.signingKey = keys.signing;
    this.exportsBucket = exportsBucketOf(this, settings);
    // A template without a resource is invalid. This one creates nothing.
    if (this.node.findAll().every((each) => !CfnResource.isCfnResource(each))) {
      new CfnWaitConditionHandle(this, 'Empty');
    }

    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'SecretsKeyArn', { value: this.secretsKey.keyArn });
    new CfnOutput(this, 'SigningKeyArn', { value: this.signingKey.keyArn });
    new CfnOutput(this, 'ExportsBucketName', { value: this.exportsBucket.bucketName });
  }

  /** Multi-Region keys, which cannot be made from others later: another region can get replicas of them, and read the data. */
  private createKeys(settings: StageSettings) {
    const removalPolicy = removalPolicyOf(settings);

    return {
      secrets: new Key(this, 'SecretsKey', {
        description: 'Seals mailbox credentials and webhook secrets',
        enableKeyRotation: true,
        multiRegion: true,
        removalPolicy,
      }),
      signing: new Key(this, 'SigningKey', {
        description: 'Authenticates links in messages, and Message-IDs',
        // HMAC keys have no automatic rotation: https://docs.aws.amazon.com/kms/latest/developerguide/hmac.html
        keySpec: KeySpec.HMAC_256,
        keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
        multiRegion: true,
        removalPolicy,
      }),
    };
  }

  private importKeys({ secrets, signing }: NonNullable<StageSettings['keys']>) {
    return {
      secrets: Key.fromKeyArn(this, 'RetainedSecretsKey', secrets.keyArn),
      signing: Key.fromKeyArn(this, 'RetainedSigningKey', signing.keyArn),
    };
  }

  private createTable(settings: StageSettings): Table {
    const isRetained = settings.removal === 'retain';
    const table = new Table(this, 'Table', {
      partitionKey: stringKey(partitionKey),
      sortKey: stringKey(sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isRetained },
      deletionProtection: isRetained,
      removalPolicy: removalPolicyOf(settings),
    });

    for (const { name, projection, ...others } of tableIndexes) {
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: stringKey(`${name}${partitionKey}`),
        sortKey: stringKey(`${name}${sortKey}`),
        projectionType: ProjectionType[projection],
        ...('attributes' in others && { nonKeyAttributes: [...others.attributes] }),
      });
    }

    if (!isRetained) {
      Validations.of(table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason: 'This stage is disposable: its table is deleted with its stack.',
      });
    }

    // Always exported: stacks that switch to a restored table still import these values while this stack is
    // updated.
    for (const value of [table.tableName, table.tableArn, table.tableStreamArn]) this.exportValue(value);

    return table;
  }

  private importTable({ tableArn, tableStreamArn }: NonNullable<StageSettings['table']>): ITable {
    return Table.fromTableAttributes(this, 'RestoredTable', {
      tableArn,
      ...(tableStreamArn !== undefined && { tableStreamArn }),
    });
  }
}

function stringKey(name: string) {
  return { name, type: AttributeType.STRING };
}
