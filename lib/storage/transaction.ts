import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  conditionExpression,
  marshalledItem,
  marshalledKey,
  toItem,
  updateExpression,
} from '#lib/storage/encoding.ts';
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
function transactionError(writes: readonly Write[], failed: Map<number, Item | undefined>): Error {
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

const triesMax = 12;
/** Limit of the pause between two tries, before jitter. */
const pauseMsMax = 400;

/**
 * Retries a write that DynamoDB rejected for a transient reason: a conflict with another transaction, or throttling. The SDK
 * retries throttled single writes, but not a transaction that was cancelled because one of its writes was throttled.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors
 */
export async function retryTransient<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error) || tries === triesMax) throw error;
      await pause(jitter(tries));
    }
  }
}

/**
 * A pause of random length (full jitter), in milliseconds:
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function jitter(tries: number): number {
  return Math.random() * Math.min(pauseMsMax, 10 * 2 ** tries);
}

const transientReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function isTransient(error: unknown): boolean {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);

  // A failed condition is permanent, even if other reasons are transient.
  return codes.some((code) => transientReasons.includes(code)) && !codes.includes('ConditionalCheckFailed');
}
