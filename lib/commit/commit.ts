import type { Change } from '#lib/commit/change.ts';
import { recordEvents, retractLines } from '#lib/commit/ledger.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const writesMax = 100;

/**
 * The only way to change a workspace's state: `first` (the idempotency record, say), the change's writes and its
 * events are committed together or not at all.
 * @throws Problem 422 for more than one transaction holds, what the failed write's `otherwise` says, or TransactionRefused.
 */
export async function commit<Result>(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  change: Omit<Change<Result>, 'result'>,
  first: readonly Write[] = [],
): Promise<void> {
  const { writes, events = [], retractions = [], tallies = [], calls = [] } = change;
  const happenings = { events, retractions, tallies, calls };
  const all = [
    ...[...first, ...writes, ...retractLines(workspaceId, retractions)],
    ...recordEvents(workspaceId, happenings, now()),
  ];
  if (all.length > writesMax) {
    throw invalidField('', 'size', 'changes too much at once: split it into several requests');
  }
  if (all.length > 0) await table.transact(all);
}
