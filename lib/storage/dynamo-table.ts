import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  conditionExpression,
  keyExpression,
  type Marshalled,
  marshalledItem,
  marshalledKey,
  requireItem,
  toItem,
  updateExpression,
} from '#lib/storage/encoding.ts';
import {
  ConditionFailed,
  checkKeys,
  checkQuery,
  checkWrite,
  type Item,
  type ItemLookup,
  identityOf,
  itemLookup,
  type Key,
  type Query,
  type Table,
  TableBusy,
} from '#lib/storage/table.ts';
import { jitter, retryTransient, runTransaction } from '#lib/storage/transaction.ts';
import { chunksOf } from '#lib/values/chunks.ts';

const batchTriesMax = 8;
/** BatchGetItem reads at most 100 keys, and rejects a key that it lists twice. */
const batchKeysMax = 100;

/** The `Table` over DynamoDB. It only translates requests to expressions. */
export function dynamoTable(client: DynamoDBClient, TableName: string): Table {
  const getMany = async (keys: readonly Key[]) => {
    const distinctKeys = [...new Map(keys.map((key) => [identityOf(key), key])).values()];
    const batches = chunksOf(distinctKeys, batchKeysMax);
    const found = await Promise.all(batches.map((batch) => batchGet(client, TableName, batch)));

    return found.flat();
  };
  const getOne = batchedGet(getMany);

  return {
    async get(key) {
      checkKeys(key);

      return getOne(key);
    },

    async getMany(keys) {
      keys.forEach(checkKeys);

      return getMany(keys);
    },

    query: (query) => runQuery(client, TableName, query),

    async update(update) {
      checkWrite(update);
      const command = new UpdateItemCommand({
        TableName,
        Key: marshalledKey(update.update),
        ...updateExpression(update),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const { Attributes } = await retryTransient(() => client.send(command)).catch(rethrowCondition);

      return requireItem(Attributes ?? {});
    },

    async put({ put, if: condition }) {
      checkWrite({ put });
      const command = new PutItemCommand({
        TableName,
        Item: marshalledItem(put),
        ...conditionExpression(condition),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      await retryTransient(() => client.send(command)).catch(rethrowCondition);
    },

    async transact(writes) {
      writes.forEach(checkWrite);

      return runTransaction(client, TableName, writes);
    },
  };
}

interface Batch {
  readonly keys: Key[];
  readonly items: Promise<ItemLookup>;
}

/**
 * Returns a function that reads one item. It combines all reads of one turn of the event loop into one call of `readMany`. For
 * example, a batch of messages about one campaign reads the campaign once.
 */
function batchedGet(
  readMany: (keys: readonly Key[]) => Promise<Item[]>,
): (key: Key) => Promise<Item | undefined> {
  let batch: Batch | undefined;

  const startBatch = (): Batch => {
    const keys: Key[] = [];
    const items = endOfTurn().then(async () => {
      batch = undefined;

      return itemLookup(await readMany(keys));
    });

    return { keys, items };
  };

  return async (key) => {
    batch ??= startBatch();
    batch.keys.push(key);
    const lookUp = await batch.items;

    return lookUp(key);
  };
}

/** Reads items in any order. Keys that DynamoDB leaves unprocessed are read again. */
async function batchGet(client: DynamoDBClient, TableName: string, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let pending: Marshalled[] = keys.map(marshalledKey);

  for (let tries = 0; pending.length > 0; tries++) {
    if (tries === batchTriesMax) throw new TableBusy('BatchGetItem left keys unprocessed');
    if (tries > 0) await pause(jitter(tries));
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[TableName] ?? []).map(requireItem));
    pending = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }

  return items;
}

async function runQuery(
  client: DynamoDBClient,
  TableName: string,
  query: Query,
): Promise<{ items: Item[]; hasMore: boolean }> {
  checkQuery(query);
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName,
      ...(query.index && { IndexName: query.index }),
      ...keyExpression(query),
      Limit: query.limit,
      ScanIndexForward: !query.descending,
      // DynamoDB rejects it for an index.
      ConsistentRead: query.index === undefined,
    }),
  );

  return { items: Items.map(requireItem), hasMore: LastEvaluatedKey !== undefined };
}

function rethrowCondition(error: unknown): never {
  if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(toItem(error.Item));
  throw error;
}
