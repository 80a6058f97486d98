import type { Execution } from '#lib/executions/execution.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/** Each report without a code is one guess at the time of a message. */
export const unprovenReportsMax = 3;

/** Counts a report that names the recipient and proves nothing. Counting one twice only refuses guesses earlier. */
export async function countUnprovenReport({ table }: Services, execution: Execution): Promise<void> {
  await updateIf(table, {
    update: keyOfExecution(execution),
    add: { unprovenReports: 1 },
    if: { id: { is: execution.id } },
  });
}
