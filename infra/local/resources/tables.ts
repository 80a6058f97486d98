import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type StreamSpecification,
  type TableDescription,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { UserError } from '../../command-line/user-error.ts';
import type { TableModel } from '../template/tables.ts';

/**
 * Creates the table unless it exists.
 * @returns the ARN of its stream, if it has one
 * @throws UserError when the existing table has other indexes than the template, because its items would not be found
 */
export async function ensureTable(client: DynamoDBClient, table: TableModel): Promise<string | undefined> {
  const existing = await describeTable(client, table.name);
  if (existing === undefined) return createTable(client, table);

  if (indexNames(existing.GlobalSecondaryIndexes) !== indexNames(table.definition.GlobalSecondaryIndexes)) {
    throw new UserError('The stored table has other indexes than the template. Start with --fresh.');
  }

  return existing.LatestStreamArn;
}

async function createTable(client: DynamoDBClient, table: TableModel): Promise<string | undefined> {
  await client.send(new CreateTableCommand(table.definition));
  await waitUntilTableExists(
    { client, maxWaitTime: 20, minDelay: 0.05, maxDelay: 1 },
    { TableName: table.name },
  );
  if (table.timeToLiveAttribute !== undefined) {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: table.name,
        TimeToLiveSpecification: { AttributeName: table.timeToLiveAttribute, Enabled: true },
      }),
    );
  }

  return (await describeTable(client, table.name))?.LatestStreamArn;
}

/** Creates a table with the keys and indexes of another one. @param stream default: no stream */
export async function createTableLike(
  client: DynamoDBClient,
  original: string,
  TableName: string,
  stream?: StreamSpecification,
): Promise<void> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } =
    (await describeTable(client, original)) ?? {};
  const GlobalIndexes = GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      ...(GlobalIndexes && { GlobalSecondaryIndexes: GlobalIndexes }),
      ...(stream && { StreamSpecification: stream }),
    }),
  );
}

async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The names of the indexes as one text, to compare them. */
function indexNames(indexes: readonly { IndexName?: string | undefined }[] | undefined): string {
  return (indexes ?? [])
    .map(({ IndexName }) => IndexName)
    .toSorted()
    .join();
}
