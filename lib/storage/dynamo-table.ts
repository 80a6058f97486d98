import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import {
  conditionExpression,
  keyExpression,
  marshallOptions,
  updateExpression,
} from '#lib/storage/expressions.ts';
import {
  ConditionFailed,
  type Item,
  type Key,
  type Table,
  TransactionRefused,
  type Write,
} from '#lib/storage/table.ts';

const conflictTriesMax = 12;
const conflictPauseMsMax = 400;
const batchTriesMax = 8;

type Marshalled = Record<string, AttributeValue>;

/** The table over DynamoDB, with nothing between the port and the service but expressions. */
export function dynamoTable(client: DynamoDBClient, TableName: string): Table {
  return {
    async get(key, { consistent = false } = {}) {
      const { Item: found } = await client.send(
        new GetItemCommand({ TableName, Key: marshalledKey(key), ConsistentRead: consistent }),
      );

      return toItem(found);
    },

    async getMany(keys, { consistent = false } = {}) {
      const items: Item[] = [];
      let pending: Marshalled[] = keys.map(marshalledKey);

      for (let tries = 0; pending.length > 0; tries++) {
        if (tries === batchTriesMax) throw new Error('BatchGetItem left keys unprocessed');
        if (tries > 0) await pause(jitter(tries));
        const { Responses, UnprocessedKeys } = await client.send(
          new BatchGetItemCommand({
            RequestItems: { [TableName]: { Keys: pending, ConsistentRead: consistent } },
          }),
        );
        items.push(...(Responses?.[TableName] ?? []).map(requireItem));
        pending = UnprocessedKeys?.[TableName]?.Keys ?? [];
      }

      return items;
    },

    async query(query) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          ...(query.index && { IndexName: query.index }),
          ...keyExpression(query),
          Limit: query.limit,
          ScanIndexForward: !query.descending,
          ConsistentRead: query.consistent ?? false,
        }),
      );

      return { items: Items.map(requireItem), more: LastEvaluatedKey !== undefined };
    },

    async update(update) {
      const { Attributes } = await client
        .send(
          new UpdateItemCommand({
            TableName,
            Key: marshalledKey(update.update),
            ...updateExpression(update),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        )
        .catch(rethrowCondition);

      return requireItem(Attributes ?? {});
    },

    async put({ put, if: condition }) {
      await client
        .send(
          new PutItemCommand({
            TableName,
            Item: marshall(put, marshallOptions),
            ...conditionExpression(condition),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        )
        .catch(rethrowCondition);
    },

    async transact(writes) {
      // One token for all tries: an answer lost on the way makes the service repeat itself, not the change.
      const ClientRequestToken = randomUUID();
      const TransactItems = writes.map((write) => transactItem(TableName, write));

      for (let tries = 1; ; tries++) {
        try {
          await client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
          return;
        } catch (error) {
          if (!(error instanceof TransactionCanceledException)) throw error;
          const failed = failedConditions(error);
          if (failed.size > 0) throw refusal(writes, failed);
          if (!isConflict(error) || tries === conflictTriesMax) throw error;
          await pause(jitter(tries));
        }
      }
    },
  };
}

function transactItem(TableName: string, write: Write): TransactWriteItem {
  const shared = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

  if ('put' in write) {
    return {
      Put: { ...shared, Item: marshall(write.put, marshallOptions), ...conditionExpression(write.if) },
    };
  }
  if ('update' in write) {
    return { Update: { ...shared, Key: marshalledKey(write.update), ...updateExpression(write) } };
  }
  if ('delete' in write) {
    return { Delete: { ...shared, Key: marshalledKey(write.delete), ...conditionExpression(write.if) } };
  }
  const expression = conditionExpression(write.if);

  return {
    ConditionCheck: {
      ...shared,
      Key: marshalledKey(write.check),
      ...expression,
      ConditionExpression: expression.ConditionExpression,
    },
  };
}

function refusal(writes: readonly Write[], failed: Map<number, Item | undefined>): Error {
  for (const [index, found] of failed) {
    const meaning = writes[index]?.otherwise;
    if (meaning) return meaning(found);
  }

  return new TransactionRefused(failed);
}

function failedConditions(error: TransactionCanceledException): Map<number, Item | undefined> {
  const failed = new Map<number, Item | undefined>();
  for (const [index, reason] of (error.CancellationReasons ?? []).entries()) {
    if (reason.Code === 'ConditionalCheckFailed') failed.set(index, toItem(reason.Item));
  }

  return failed;
}

function isConflict(error: TransactionCanceledException): boolean {
  return (error.CancellationReasons ?? []).some((reason) => reason.Code === 'TransactionConflict');
}

function rethrowCondition(error: unknown): never {
  if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(toItem(error.Item));
  throw error;
}

/** Full jitter: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
function jitter(tries: number): number {
  return Math.random() * Math.min(conflictPauseMsMax, 10 * 2 ** tries);
}

function marshalledKey({ pk, sk }: Key): Marshalled {
  return marshall({ pk, sk });
}

function toItem(attributes: Marshalled | undefined): Item | undefined {
  return attributes && Object.keys(attributes).length > 0 ? requireItem(attributes) : undefined;
}

function requireItem(attributes: Marshalled): Item {
  const { pk, sk, ...rest } = unmarshall(attributes);
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new Error('an item came back without its key');

  return { pk, sk, ...rest };
}
