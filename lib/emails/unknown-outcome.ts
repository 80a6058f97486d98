import { searchSentFolderUpdate } from '#lib/email-accounts/inbox.ts';
import { type Outcome, planFailed } from '#lib/emails/outcome.ts';
import { type EvidenceServices, planDelivery } from '#lib/emails/proven-delivery.ts';
import { settleSend } from '#lib/emails/settle.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readExecution } from '#lib/executions/executions.ts';
import { outcomeUnknownWrite, unknownRetentionMs } from '#lib/executions/send-transitions.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key, Update, Write } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

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
    writes: [outcomeUnknownWrite(execution, token, now), ...mergeUpdates(search, accountPart.writes)],
    events: accountPart.events ?? [],
    increments: waitingCounterIncrements({ ...execution, sendState: 'unknown' }, 1),
  };
}

/** A transaction may have one write for each item, so an update of the account sets the attributes of both. */
function mergeUpdates(updates: readonly Update[], writes: readonly Write[]): readonly Write[] {
  return [...updates, ...writes].reduce<readonly Write[]>((merged, write) => {
    const same = merged.find(
      (each) => 'update' in each && 'update' in write && isSameValue(each.update, write.update),
    );
    if (!same || !('set' in same) || !('set' in write)) return [...merged, write];

    return [...merged.filter((each) => each !== same), { ...write, set: { ...same.set, ...write.set } }];
  }, []);
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
