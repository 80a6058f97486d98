import { commit } from '#lib/commit/commit.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed, TransactionRefused } from '#lib/storage/table.ts';

/**
 * Commits the outcome of a send, planned from the execution's current state: it may have ended during the send. Without the
 * current send token, nothing changes.
 * @returns false if another worker has already settled the send
 */
export function settleSend(
  services: Services,
  execution: Execution,
  token: string,
  plan: (execution: Execution) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  const { workspaceId, contactId, campaignId } = execution;
  let current = execution;

  return retryOnConflict(async () => {
    try {
      await commit(services, workspaceId, await plan(current));

      return true;
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      const latest = await findExecution(services.table, workspaceId, contactId, campaignId, {
        consistent: true,
      });
      if (latest?.sendToken !== token || latest.sendState === 'done') return false;
      // `retryOnConflict` catches the error and runs the plan again, with the latest execution.
      current = latest;
      throw error;
    }
  });
}

/** Awaits a conditional write. @returns false if a condition failed, because another worker has changed the item */
export async function tryApply(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;

    return true;
  } catch (error) {
    const isConflict =
      error instanceof ConditionFailed ||
      error instanceof TransactionRefused ||
      error instanceof StaleDecision;
    if (isConflict) return false;
    throw error;
  }
}
