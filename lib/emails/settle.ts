import { commit } from '#lib/commit/commit.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';
import { ConditionFailed, TransactionRefused } from '#lib/storage/table.ts';

/**
 * Commits the outcome of a send, planned from the execution's current state: it may have ended during the send. Without the
 * current send token, nothing changes.
 */
export async function settleMail(
  services: Services,
  execution: Execution,
  token: string,
  plan: (execution: Execution) => Outcome | Promise<Outcome>,
): Promise<void> {
  await isSettled(services, execution, token, plan);
}

/** @returns false if another worker has already settled the send */
export function isSettled(
  services: Services,
  execution: Execution,
  token: string,
  plan: (execution: Execution) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  const { workspaceId, contactId, campaignId } = execution;
  let known = execution;

  return decideAnew(async () => {
    try {
      await commit(services, workspaceId, await plan(known));

      return true;
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      const found = await findExecution(services.table, workspaceId, contactId, campaignId, {
        consistent: true,
      });
      if (found?.sendToken !== token || found.sendState === 'done') return false;
      known = found;
      throw error;
    }
  });
}

/** False if a condition failed: another worker has changed the item. */
export async function ifStillMine(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;

    return true;
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof TransactionRefused) return false;
    throw error;
  }
}
