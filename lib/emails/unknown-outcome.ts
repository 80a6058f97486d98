import { searchSentFolderUpdate } from '#lib/email-accounts/inbox.ts';
import { type Outcome, planFailed } from '#lib/emails/outcome.ts';
import { settleSend } from '#lib/emails/settle.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readExecution } from '#lib/executions/executions.ts';
import { outcomeUnknownWrite, unknownRetentionMs } from '#lib/executions/send-transitions.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key } from '#lib/storage/table.ts';

/**
 * Marks a send as having an unknown outcome: the server may or may not have accepted the message. It is never sent again.
 * Later inbox syncs search the account's Sent folder for it. Without the current send token, nothing changes.
 */
export async function markOutcomeUnknown(
  services: Services,
  execution: Execution,
  token: string,
): Promise<void> {
  const { workspaceId, campaignId, contactId } = execution;
  const now = services.now();
  let wasRecorded = false;
  const isSettled = await settleSend(services, execution, token, (current) => {
    // The claim of this token set `sending`. In any other state, its outcome is already recorded.
    wasRecorded = current.sendState !== 'sending';

    return wasRecorded ? { writes: [] } : planUnknownOutcome(current, token, now);
  });
  if (isSettled && !wasRecorded) {
    log('warn', 'send outcome unknown', { workspaceId, campaignId, contactId });
  }
}

function planUnknownOutcome(execution: Execution, token: string, now: number): Outcome {
  const { workspaceId, emailAccountId } = execution;

  return {
    writes: [
      outcomeUnknownWrite(execution, token, now),
      ...(emailAccountId === undefined
        ? []
        : [searchSentFolderUpdate(workspaceId, emailAccountId, now + unknownRetentionMs)]),
    ],
    increments: waitingCounterIncrements({ ...execution, sendState: 'unknown' }, 1),
  };
}

/**
 * Ends an execution after its message had an unknown outcome for a day. The message is never sent again, because the
 * recipient may have received it.
 */
export async function resolveUnknownSend(services: Services, key: Key): Promise<void> {
  const execution = await readExecution(services.table, key);
  const token = execution?.sendToken;
  if (execution?.sendState !== 'unknown' || token === undefined) return;

  await settleSend(services, execution, token, (current) =>
    planFailed(current, token, 'delivery_unknown', services.now()),
  );
}
