import { planFailed } from '#lib/emails/outcome.ts';
import { readExecution } from '#lib/executions/executions.ts';
import { commit } from '#lib/runtime/commit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Key, TransactionRefused } from '#lib/storage/table.ts';

/**
 * Ends an execution whose mail nobody can vouch for: for a day no evidence has come that it arrived. It is never sent
 * again, because it may have arrived all the same.
 */
export async function resolveUnknownSend(services: Services, key: Key): Promise<void> {
  const execution = await readExecution(services.table, key);
  if (execution?.sendState !== 'unknown' || execution.sendToken === undefined) return;
  try {
    await commit(
      services,
      execution.workspaceId,
      planFailed(execution, execution.sendToken, 'delivery_unknown', services.now()),
    );
  } catch (error) {
    // Resolved by somebody else meanwhile.
    if (!(error instanceof TransactionRefused)) throw error;
  }
}
