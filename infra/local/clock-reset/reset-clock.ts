import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { partitionKey, sortKey } from '#lib/storage/schema.ts';
import type { ClockMove } from '../clock.ts';
import type { Foundation } from '../foundation.ts';
import { movedAttributes } from './moved-item.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

const concurrentWrites = 16;

/**
 * Resets the clock. All waiting times stay: what was due in an hour is due in an hour afterwards, because the times in the
 * table, the queues and the schedules move back with the clock. Otherwise a mailbox that has sent with the clock three days
 * ahead would wait for three days. Events and other history keep their times.
 *
 * Functions do not run during the reset. If it fails, the clock stays ahead, and the work that has already moved is due early.
 */
export async function resetClock(foundation: Foundation, saveOffset: (offsetMs: number) => void) {
  const { clock, clients, deployment, engines, runtime } = foundation;
  const byMs = clock.offsetMs();
  if (byMs === 0) return;
  const resume = await runtime.pause();
  try {
    clock.setOffset(0);
    const move = { now: Date.now(), byMs };
    await engines.moveTimes(move);
    await moveTableTimes(clients.dynamodb, deployment.tableName, move);
    saveOffset(0);
  } catch (error) {
    clock.setOffset(byMs);
    throw error;
  } finally {
    resume();
  }
}

/** Moves the times of all items of the table. The caller ensures that no function changes items at the same time. */
async function moveTableTimes(client: DynamoDBClient, tableName: string, move: ClockMove) {
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
