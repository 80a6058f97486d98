import type { Change } from '#lib/commit/change.ts';
import { recordEvents, retractionUpdates } from '#lib/commit/ledger.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Limit of a DynamoDB transaction: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const writesMax = 100;

/**
 * Commits `leadingWrites` (such as the idempotency record), the change's writes and its events in one transaction. This is the
 * only way to change a workspace's state.
 * @throws Problem 422 when the change exceeds one transaction, the error of a failed write's `otherwise`, or
 * TransactionRefused
 */
export async function commit<Result>(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  change: Omit<Change<Result>, 'result'>,
  leadingWrites: readonly Write[] = [],
): Promise<void> {
  const { writes, events = [], retractions = [], increments = [], messages = [] } = change;
  const allWrites = [
    ...leadingWrites,
    ...writes,
    ...retractionUpdates(workspaceId, retractions),
    ...recordEvents(workspaceId, { events, retractions, increments, messages }, now()),
  ];
  if (allWrites.length > writesMax) {
    throw invalidField('', 'size', 'exceeds 100 writes: split the request into several');
  }
  if (allWrites.length > 0) await table.transact(allWrites);
}
