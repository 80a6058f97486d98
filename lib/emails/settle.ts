import { commit } from '#lib/commit/commit.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';
import { ConditionFailed, TransactionRefused } from '#lib/storage/table.ts';

/**
 * Commits what became of a mail, decided by what its execution is at that moment: it may have been ended while the mail
 * was being handed over. Who does not have the mail in hand any more changes nothing.
 */
export async function settleMail(
  services: Services,
  execution: Execution,
  token: string,
  plan: (execution: Execution) => Outcome | Promise<Outcome>,
): Promise<void> {
  await isSettled(services, execution, token, plan);
}

/** @returns false when another worker had settled it before */
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

/** False when a condition was lost: somebody else has, or has had, the mail in hand. */
export async function ifStillMine(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;

    return true;
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof TransactionRefused) return false;
    throw error;
  }
}
