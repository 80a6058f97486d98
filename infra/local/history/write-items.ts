import { setTimeout as pause } from 'node:timers/promises';
import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Marshalled, marshalledItem } from '#lib/storage/encoding.ts';
import { outboxPrefix, timeToLiveAttribute } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';

/** Limit of DynamoDB: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const batchSize = 25;
const concurrentBatches = 4;
const retryMs = 50;

/**
 * Copies items to the stack's table, except items that have expired.
 * @param now epoch milliseconds
 */
export async function writeItems(
  client: DynamoDBClient,
  TableName: string,
  items: Iterable<Item>,
  now: number,
): Promise<void> {
  const isValid = (item: Item) => Number(item[timeToLiveAttribute] ?? Number.POSITIVE_INFINITY) * 1000 > now;
  const isOutbox = ({ pk }: Item) => pk.startsWith(outboxPrefix);
  const valid = [...items].filter(isValid);
  // Outbox records are last: publishing a record reads the other items of its transaction, so these must exist before.
  for (const group of [valid.filter((item) => !isOutbox(item)), valid.filter(isOutbox)]) {
    // One iterator for all loops that run at the same time: each takes the next batch.
    const batches = chunksOf(group, batchSize).values();
    await Promise.all(
      Array.from({ length: concurrentBatches }, async () => {
        for (const batch of batches) await writeBatch(client, TableName, batch.map(marshalledItem));
      }),
    );
  }
}

async function writeBatch(client: DynamoDBClient, TableName: string, items: Marshalled[]): Promise<void> {
  let requests: NonNullable<BatchWriteItemCommand['input']['RequestItems']>[string] = items.map((Item) => ({
    PutRequest: { Item },
  }));
  for (;;) {
    const command = new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } });
    const { UnprocessedItems } = await client.send(command);
    requests = UnprocessedItems?.[TableName] ?? [];
    if (requests.length === 0) return;
    await pause(retryMs);
  }
}
