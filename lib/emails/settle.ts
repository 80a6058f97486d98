import { commit } from '#lib/commit/commit.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed, TransactionRefused } from '#lib/storage/table.ts';

/** An item that a worker has claimed: an execution, or the state of another email. */
interface Claim<Item> {
  readonly workspaceId: string;
  readonly item: Item;
  readonly token: string;
  /** @returns undefined if the item has an outcome */
  readonly find: () => Promise<Item | undefined>;
}

/**
 * Commits the outcome of a claim, planned from the item's current state. Without the current send token, nothing changes.
 * @returns false if another worker has already settled the claim
 */
export function settleClaim<Item extends { readonly sendToken?: string | undefined }>(
  services: Services,
  { workspaceId, item, token, find }: Claim<Item>,
  plan: (current: Item) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  let current = item;

  return retryOnConflict(async () => {
    try {
      await commit(services, workspaceId, await plan(current));

      return true;
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      const latest = await find();
      if (latest?.sendToken !== token) return false;
      // `retryOnConflict` catches the error and runs the plan again, with the latest item.
      current = latest;
      throw error;
    }
  });
}

/** Commits the outcome of a send. The execution may have ended during the send. @see settleClaim */
export function settleSend(
  services: Services,
  execution: Execution,
  token: string,
  plan: (execution: Execution) => Outcome | Promise<Outcome>,
): Promise<boolean> {
  const { workspaceId, contactId, campaignId } = execution;
  const find = async () => {
    const latest = await findExecution(services.table, workspaceId, contactId, campaignId);

    // An execution keeps the token of its last claim.
    return latest?.sendState === 'done' ? undefined : latest;
  };

  return settleClaim(services, { workspaceId, item: execution, token, find }, plan);
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
