import { searchSentWrite } from '#lib/email-accounts/inbox.ts';
import { ifStillMine } from '#lib/emails/settle.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { loseWrite, unknownRetentionMs } from '#lib/executions/transitions.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Nobody can tell whether the server has a mail: it is never sent again, and the next looks into its account's mailbox
 * search for it among what was sent. Who does not have the mail in hand any more changes nothing.
 */
export async function loseMail(services: Services, execution: Execution, token: string): Promise<void> {
  const { workspaceId, campaignId, contactId, emailAccountId } = execution;
  const now = services.now();
  const writes = [
    loseWrite(execution, token, now),
    ...(emailAccountId === undefined
      ? []
      : [searchSentWrite(workspaceId, emailAccountId, now + unknownRetentionMs)]),
  ];
  if (await ifStillMine(commit(services, workspaceId, { writes }))) {
    log('warn', 'nobody knows whether a mail arrived', { workspaceId, campaignId, contactId });
  }
}
