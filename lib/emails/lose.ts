import { searchSentWrite } from '#lib/email-accounts/inbox.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { isSettled } from '#lib/emails/settle.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { loseWrite, unknownRetentionMs } from '#lib/executions/transitions.ts';
import { waitingTallies } from '#lib/executions/waiting-tallies.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Marks a send as having an unknown outcome: the server may or may not have accepted the message. It is never sent again.
 * Later inbox syncs search the account's Sent folder for it. Without the current send token, nothing changes.
 */
export async function loseMail(services: Services, execution: Execution, token: string): Promise<void> {
  const { workspaceId, campaignId, contactId } = execution;
  const now = services.now();
  let isKnown = false;
  const settled = await isSettled(services, execution, token, (current) => {
    isKnown = current.sendState !== 'sending';

    return isKnown ? { writes: [] } : planUnknown(current, token, now);
  });
  if (settled && !isKnown) {
    log('warn', 'send outcome unknown', { workspaceId, campaignId, contactId });
  }
}

function planUnknown(execution: Execution, token: string, now: number): Outcome {
  const { workspaceId, emailAccountId } = execution;

  return {
    writes: [
      loseWrite(execution, token, now),
      ...(emailAccountId === undefined
        ? []
        : [searchSentWrite(workspaceId, emailAccountId, now + unknownRetentionMs)]),
    ],
    tallies: waitingTallies({ ...execution, sendState: 'unknown' }, 1),
  };
}
