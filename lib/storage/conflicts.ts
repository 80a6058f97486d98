import { setTimeout as pause } from 'node:timers/promises';
import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

const triesMax = 12;
const pauseMsMax = 400;

/**
 * Repeats a write that met another transaction on one of its items: nothing is wrong with it, it came too early.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export async function retryConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error) || tries === triesMax) throw error;
      await pause(jitter(tries));
    }
  }
}

/** Full jitter, in milliseconds: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
export function jitter(tries: number): number {
  return Math.random() * Math.min(pauseMsMax, 10 * 2 ** tries);
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);

  // A condition that failed stays failed, whatever else was in the way.
  return codes.includes('TransactionConflict') && !codes.includes('ConditionalCheckFailed');
}
