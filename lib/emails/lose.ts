import { searchSentWrite } from '#lib/email-accounts/inbox.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { isSettled } from '#lib/emails/settle.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { loseWrite, unknownRetentionMs } from '#lib/executions/transitions.ts';
import { waitingTallies } from '#lib/executions/waiting-tallies.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Nobody can tell whether the server has a mail: it is never sent again, and the next looks into its account's mailbox
 * search for it among what was sent. Who does not have the mail in hand any more changes nothing.
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
    log('warn', 'nobody knows whether a mail arrived', { workspaceId, campaignId, contactId });
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
