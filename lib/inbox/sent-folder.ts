import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { settleByEvidence } from '#lib/emails/proven-delivery.ts';
import { readUnknownOutcomes } from '#lib/executions/executions.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import { log } from '#lib/runtime/log.ts';

/** Maximum searches, latest messages first: a message that earlier searches did not find is seldom found later. */
const messagesMax = 50;
/** An outcome stays unknown for one day. The second day covers the server's time zone. */
const searchPeriodMs = 2 * 86_400_000;

/**
 * Searches the account's Sent folder for messages with an unknown outcome. A message in it was sent, because the sending
 * server stores it there. A missing message proves nothing. An unreadable folder is only logged, because sending and reading
 * continue without it.
 */
export async function searchSentFolder(
  services: InboxServices,
  workspaceId: string,
  account: SendingAccount,
  session: ImapSession,
): Promise<void> {
  const { table, signer, now } = services;
  const executions = await readUnknownOutcomes(table, workspaceId, account.id, messagesMax);
  if (executions.length === 0) return;
  const messageIds = await Promise.all(
    executions.map((execution) =>
      messageIdOf(signer, workspaceId, { execution, account }, execution.stepId ?? ''),
    ),
  );
  const since = new Date(now() - searchPeriodMs);
  try {
    for (const messageId of await session.searchSentFolder(messageIds, since)) {
      const execution = executions[messageIds.indexOf(messageId)];
      if (execution) await settleByEvidence(services, execution, execution.stepId ?? '', 'proof');
    }
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    log('warn', 'Sent folder not available', { accountId: account.id, code: error.kind });
  }
}
