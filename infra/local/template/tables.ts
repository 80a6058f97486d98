import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { type Resource, resourcesOf } from './resources.ts';

export interface TableModel {
  readonly name: string;
  readonly arn: string;
  readonly definition: CreateTableCommandInput;
  readonly timeToLiveAttribute: string | undefined;
}

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const TableProperties = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  KeySchema,
  GlobalSecondaryIndexes: z._default(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema,
        Projection: z.object({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: z.optional(z.array(z.string())),
        }),
      }),
    ),
    [],
  ),
  StreamSpecification: z.optional(
    z.object({
      StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']),
    }),
  ),
  TimeToLiveSpecification: z.optional(
    z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() }),
  ),
});

export function readTables(resources: readonly Resource[]): TableModel[] {
  return resourcesOf(resources, 'AWS::DynamoDB::Table').map((resource) => {
    const properties = z.parse(TableProperties, resource.properties());
    const timeToLive = properties.TimeToLiveSpecification;

    return {
      name: resource.name,
      arn: resource.arn,
      timeToLiveAttribute: timeToLive?.Enabled === true ? timeToLive.AttributeName : undefined,
      definition: defineTable(resource.name, properties),
    };
  });
}

/** The name of the partition key of each table and index, by `table` and `table/index/name`. */
export function partitionKeysOf(tables: readonly TableModel[]): Record<string, string> {
  const schemas = tables.flatMap(({ name, definition: { KeySchema = [], GlobalSecondaryIndexes = [] } }) => [
    { tableOrIndex: name, keys: KeySchema },
    ...GlobalSecondaryIndexes.map((index) => ({
      tableOrIndex: `${name}/index/${index.IndexName}`,
      keys: index.KeySchema ?? [],
    })),
  ]);

  return Object.fromEntries(
    schemas.map(({ tableOrIndex, keys }) => [
      tableOrIndex,
      keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
    ]),
  );
}

function defineTable(name: string, properties: z.infer<typeof TableProperties>): CreateTableCommandInput {
  const indexes = properties.GlobalSecondaryIndexes;
  const stream = properties.StreamSpecification;

  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(stream !== undefined && { StreamSpecification: { StreamEnabled: true, ...stream } }),
  };
}
