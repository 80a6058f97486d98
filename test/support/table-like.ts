import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '#lib/runtime/services.ts';

/**
 * Creates a table with the template's schema, without a stream: the stack's workers do not process its
 * changes.
 */
export async function createTableLike(original: string, TableName: string): Promise<void> {
  const { Table } = await dynamoClient().send(new DescribeTableCommand({ TableName: original }));
  await dynamoClient().send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
}
