import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { partitionKey, sortKey } from '#lib/storage/schema.ts';
import type { ClockMove } from '../clock.ts';
import { movedAttributes } from './moved-item.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

const concurrentWrites = 16;

/** Moves the times of all items of the table. The caller ensures that no function changes items at the same time. */
export async function moveTableTimes(client: DynamoDBClient, tableName: string, move: ClockMove) {
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey }));
    const changes = (page.Items ?? [])
      .map((item) => ({ item, moved: movedAttributes(item, move) }))
      .filter(({ moved }) => Object.keys(moved).length > 0);
    for (let from = 0; from < changes.length; from += concurrentWrites) {
      const batch = changes.slice(from, from + concurrentWrites);
      await Promise.all(batch.map(({ item, moved }) => setAttributes(client, tableName, item, moved)));
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}

async function setAttributes(client: DynamoDBClient, TableName: string, item: Attributes, moved: Attributes) {
  const names = Object.keys(moved);
  const update = new UpdateItemCommand({
    TableName,
    Key: Object.fromEntries([partitionKey, sortKey].map((name) => [name, item[name] ?? { S: '' }])),
    UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
    ConditionExpression: `attribute_exists(${partitionKey})`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      Object.values(moved).map((value, index) => [`:v${index}`, value]),
    ),
  });
  try {
    await client.send(update);
  } catch (error) {
    // A failed condition means that the item has expired since the scan.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
