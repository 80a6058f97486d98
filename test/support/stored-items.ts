import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { inject } from 'vitest';
import { dynamoClient } from '#lib/runtime/services.ts';
import { useStack } from './stack.ts';

export type StoredItem = Readonly<Record<string, unknown>>;

/**
 * The current items with a prefix in their partition key, or with a workspace's id in any attribute. DynamoDB
 * could only scan the whole table for that, which thousands of tests would repeat. Therefore the embedded
 * engine's database file is queried by its index; another engine is scanned.
 */
export async function readStoredItems(prefix: string, workspaceId?: string): Promise<StoredItem[]> {
  const { tableName } = useStack();
  const file = join(inject('stateFolder'), 'dynamodb', 'dynamodb.db');

  if (existsSync(file)) return readFile(file, tableName, prefix, workspaceId);
  const all = await scan(tableName);

  return all.filter(
    (item) =>
      String(item['pk']).startsWith(prefix) ||
      (workspaceId !== undefined && item['workspaceId'] === workspaceId),
  );
}

/** Upper bound of a prefix range: greater than all characters of keys. */
const highestCharacter = '\u{10ffff}';

function readFile(
  file: string,
  tableName: string,
  prefix: string,
  workspaceId: string | undefined,
): StoredItem[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare(
        `SELECT item_json AS item FROM "${tableName}" WHERE pk BETWEEN ? AND ? OR (? AND instr(item_json, ?))`,
      )
      .all(
        `S:${prefix}`,
        `S:${prefix}${highestCharacter}`,
        workspaceId === undefined ? 0 : 1,
        `"workspaceId":{"S":"${workspaceId}"}`,
      )
      .map(({ item }) => unmarshall(JSON.parse(String(item), withBytes)));
  } finally {
    database.close();
  }
}

/** Binary attributes are base64 in JSON. */
function withBytes(key: string, value: unknown): unknown {
  return key === 'B' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

async function scan(TableName: string): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    items.push(...Items.map((item) => unmarshall(item)));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);

  return items;
}
