import { randomUUID } from 'node:crypto';
import {
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { conditionExpression, updateExpression } from '#lib/storage/expressions.ts';
import { marshalledItem, marshalledKey, toItem } from '#lib/storage/marshalling.ts';
import { retryTransient } from '#lib/storage/retry-transient.ts';
import { type Item, TransactionRefused, type Write } from '#lib/storage/table.ts';

/**
 * Writes all or nothing.
 * @throws TransactionRefused when a condition failed, or the error that the first failed write's `otherwise` builds
 */
export async function runTransaction(
  client: DynamoDBClient,
  TableName: string,
  writes: readonly Write[],
): Promise<void> {
  const command = new TransactWriteItemsCommand({
    TransactItems: writes.map((write) => transactItem(TableName, write)),
    // All retries use one token, so that DynamoDB does not apply the change twice if a response is lost.
    ClientRequestToken: randomUUID(),
  });

  try {
    await retryTransient(() => client.send(command));
  } catch (error) {
    const failed = error instanceof TransactionCanceledException ? failedConditions(error) : undefined;
    throw failed && failed.size > 0 ? transactionError(writes, failed) : error;
  }
}

function transactItem(TableName: string, write: Write): TransactWriteItem {
  const shared = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

  if ('put' in write) {
    return { Put: { ...shared, Item: marshalledItem(write.put), ...conditionExpression(write.if) } };
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
      // Repeated, because the type requires this property.
      ConditionExpression: expression.ConditionExpression,
    },
  };
}

/**
 * The error of a rejected transaction.
 * @param failed position of each write with a failed condition, with the item as it was
 */
export function transactionError(writes: readonly Write[], failed: Map<number, Item | undefined>): Error {
  for (const [index, found] of failed) {
    const buildError = writes[index]?.otherwise;
    if (buildError) return buildError(found);
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
