import { setTimeout as pause } from 'node:timers/promises';
import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

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
