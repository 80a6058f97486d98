import { setTimeout as pause } from 'node:timers/promises';
import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

const triesMax = 12;
const pauseMsMax = 400;

/**
 * Repeats a write that DynamoDB refused for a reason that passes: another transaction on one of its items, or throttling.
 * The SDK repeats throttled single writes by itself, but not a transaction that was cancelled because one of its writes was
 * throttled.
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

/** Full jitter, in milliseconds: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
export function jitter(tries: number): number {
  return Math.random() * Math.min(pauseMsMax, 10 * 2 ** tries);
}

const transientReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function isTransient(error: unknown): boolean {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);

  // A condition that failed stays failed, whatever else was in the way.
  return codes.some((code) => transientReasons.includes(code)) && !codes.includes('ConditionalCheckFailed');
}
