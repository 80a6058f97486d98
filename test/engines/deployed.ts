import assert from 'node:assert/strict';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { GetScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { tableIndexes } from '#lib/storage/schema.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';

interface DeployedFunction {
  readonly FunctionName: string;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables: Readonly<Record<string, string>> };
}

/**
 * Checks that every function of the templates exists, and each table, queue, key and schedule group in its
 * variables.
 */
export async function checkDeployed(
  endpoint: string,
  assemblyFolder: string,
  outputs: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  const functions = await listFunctions(endpoint);
  assert.equal(functions.length, await countFunctions(assemblyFolder), 'deployed functions');
  const tableName = outputs['outreach-dev-data']?.['TableName'] ?? '';
  await checkTable(endpoint, tableName);
  const named = new Map(
    functions.flatMap(({ Environment }) =>
      Object.entries(Environment?.Variables ?? {}).map(([name, value]) => [
        `${name}=${value}`,
        { name, value },
      ]),
    ),
  );
  for (const { name, value } of named.values()) await checkVariable(endpoint, tableName, name, value);
}

async function countFunctions(assemblyFolder: string): Promise<number> {
  const { templates } = await readAssembly(assemblyFolder);

  return templates
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function').length;
}

async function checkTable(endpoint: string, tableName: string): Promise<void> {
  const client = new DynamoDBClient(place(endpoint));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const deployed = Table?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [
    IndexName,
    Projection?.ProjectionType,
  ]);

  assert.deepEqual(
    deployed?.toSorted(),
    tableIndexes.map(({ name, projection }) => [name, projection]),
    'indexes of the table',
  );
  assert.equal(Table?.StreamSpecification?.StreamEnabled, true, 'the table has a stream');
}

async function checkVariable(
  endpoint: string,
  tableName: string,
  name: string,
  value: string,
): Promise<void> {
  const client = place(endpoint);
  if (name === 'TABLE_NAME') assert.equal(value, tableName);
  else if (name.endsWith('_KEY_ARN')) {
    const { Keys = [] } = await new KMSClient(client).send(new ListKeysCommand({}));
    assert.ok(
      Keys.some(({ KeyArn }) => KeyArn === value),
      `${name} names a key`,
    );
  } else if (name.endsWith('_GROUP_NAME'))
    await new SchedulerClient(client).send(new GetScheduleGroupCommand({ Name: value }));
  else if (name.endsWith('_QUEUE_URL'))
    await new SQSClient(client).send(
      new GetQueueAttributesCommand({ QueueUrl: value, AttributeNames: ['RedrivePolicy'] }),
    );
}

/**
 * The project has no client of the Lambda API. moto routes by the service in the header and does not check
 * signatures.
 */
async function listFunctions(endpoint: string): Promise<readonly DeployedFunction[]> {
  const response = await fetch(`${endpoint}/2015-03-31/functions/`, {
    headers: {
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0',
    },
  });
  const { Functions } = (await response.json()) as { readonly Functions: readonly DeployedFunction[] };

  return Functions;
}

function place(endpoint: string) {
  return { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}
