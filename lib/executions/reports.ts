import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Update, updateIf } from '#lib/storage/table.ts';

/**
 * The limit of delivery reports without proof. Further reports for the execution are ignored, so a forger, who must guess when
 * a message was sent, has few attempts.
 */
export const unprovenReportsMax = 3;

/**
 * Counts a report that names the recipient but does not prove which message it concerns. If a report is counted twice, the
 * limit is reached earlier, which is harmless.
 */
export async function countUnprovenReport({ table }: Services, execution: Execution): Promise<void> {
  await updateIf(table, {
    update: keyOfExecution(execution),
    add: { unprovenReports: 1 },
    if: { id: { is: execution.id } },
  });
}

/** Records the words of a server in a delivery report. Does not change the status. */
export function detailWrite(execution: Execution, detail: string): Update {
  return {
    update: keyOfExecution(execution),
    set: { detail },
    if: { id: { is: execution.id } },
    otherwise: executionChanged,
  };
}
