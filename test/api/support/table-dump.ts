import { gunzipSync } from 'node:zlib';
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#lib/runtime/services.ts';
import { useStack } from '../../support/stack.ts';

type Attributes = Record<string, unknown>;

/**
 * Everything that a workspace owns, one line per item, but for where its running campaigns' dispatchers stand, and for
 * statistics: both move by themselves.
 */
export async function readWorkspace(workspaceId: string): Promise<string[]> {
  const items = await scan(`W#${workspaceId}#`);

  return items
    .filter((item) => item['sk'] !== 'D#DISPATCH' && !String(item['pk']).includes('#STATS'))
    .map(toText)
    .sort();
}

/** Every attribute of every item as text, what is compressed also unpacked: as a thief would read a stolen table. */
export async function readStolenTable(): Promise<string> {
  return (await scan('')).map(toText).join('\n');
}

async function scan(prefix: string): Promise<Attributes[]> {
  const { tableName } = useStack();
  const items: Attributes[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
      new ScanCommand({
        TableName: tableName,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
        ...(prefix !== '' && {
          FilterExpression: 'begins_with(pk, :prefix)',
          ExpressionAttributeValues: { ':prefix': { S: prefix } },
        }),
      }),
    );
    items.push(...Items.map((item) => unmarshall(item)));
    from = LastEvaluatedKey;
  } while (from);

  return items;
}

/** Maps come back in any order, so they are sorted. */
function toText(item: Attributes): string {
  return JSON.stringify(item, (_, value) => {
    if (value instanceof Uint8Array) return bytesToText(value);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;

    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function bytesToText(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
