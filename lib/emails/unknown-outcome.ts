import { searchSentFolderUpdate } from '#lib/email-accounts/inbox/inbox.ts';
import { type Outcome, planFailed } from '#lib/emails/outcome.ts';
import { type EvidenceServices, planDelivery } from '#lib/emails/proven-delivery.ts';
import { settleSend } from '#lib/emails/settle.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readExecution } from '#lib/executions/executions.ts';
import { outcomeUnknownWrite, unknownRetentionMs } from '#lib/executions/send-transitions.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { mergeUpdates } from '#lib/storage/merge-updates.ts';
import type { Key } from '#lib/storage/table.ts';

/**
 * Marks a send as having an unknown outcome: the server may or may not have accepted the message. It is never sent again.
 * Later inbox syncs search the account's Sent folder for it. A message that was visited in flight is recorded as sent. Without
 * the current send token, nothing changes.
 * @param planAccount the account's part, if the server lost the connection
 */
export async function markOutcomeUnknown(
  services: EvidenceServices,
  execution: Execution,
  token: string,
  planAccount?: () => Promise<Outcome>,
): Promise<void> {
  const { workspaceId, campaignId, contactId } = execution;
  const now = services.now();
  let isUnknown = false;
  const isSettled = await settleSend(services, execution, token, async (current) => {
    isUnknown = false;
    // The claim of this token set `sending`. In any other state, its outcome is already recorded.
    if (current.sendState !== 'sending') return { writes: [] };
    const delivery = current.visitedToken === token ? await planDelivery(services, current) : undefined;
    isUnknown = !delivery;

    return delivery ?? planUnknownOutcome(current, token, now, await planAccount?.());
  });
  if (isSettled && isUnknown) {
    log('warn', 'send outcome unknown', { workspaceId, campaignId, contactId });
  }
}

function planUnknownOutcome(
  execution: Execution,
  token: string,
  now: number,
  accountPart: Outcome = { writes: [] },
): Outcome {
  const { workspaceId, emailAccountId } = execution;
  const search =
    emailAccountId === undefined
      ? []
      : [searchSentFolderUpdate(workspaceId, emailAccountId, now + unknownRetentionMs)];

  return {
    writes: mergeUpdates([outcomeUnknownWrite(execution, token, now), ...search, ...accountPart.writes]),
    events: accountPart.events ?? [],
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
    planFailed(current, token, { reason: 'delivery_unknown' }, services.now()),
  );
}
