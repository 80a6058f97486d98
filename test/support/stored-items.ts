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
 * The items of the table whose partition key begins so, or that name a workspace, as they stand now. The table has no question for that but to
 * read all of it, which thousands of tests would do again and again, so the embedded engine's own file is asked, by its
 * index; another engine is scanned.
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

/** The last character of a range of prefixes: after everything that a key may hold. */
const last = '\u{10ffff}';

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
        `S:${prefix}${last}`,
        workspaceId === undefined ? 0 : 1,
        `"workspaceId":{"S":"${workspaceId}"}`,
      )
      .map(({ item }) => unmarshall(JSON.parse(String(item), withBytes)));
  } finally {
    database.close();
  }
}

/** JSON holds binary attributes in base64. */
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
