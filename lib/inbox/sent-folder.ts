import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { recordProvenDelivery } from '#lib/emails/proven-delivery.ts';
import { readUnknownOutcomes } from '#lib/executions/executions.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import { log } from '#lib/runtime/log.ts';

/** Each is a search of its own. The latest come first: what earlier looks did not find is seldom found later. */
const mailsMax = 50;
/** Since when they may lie there: they are unknown for a day, and a server's days begin where it is. */
const reachMs = 2 * 86_400_000;

/**
 * Searches for the account's mails of unknown fate in its folder of sent mail: what lies there was sent, since nobody but the
 * server that took it has put it there. What does not lie there proves nothing. Nor does a folder that cannot be read
 * matter to anybody: its account sends, and is read, as before.
 */
export async function searchSent(
  services: InboxServices,
  workspaceId: string,
  account: SendingAccount,
  session: ImapSession,
): Promise<void> {
  const { table, signer, now } = services;
  const executions = await readUnknownOutcomes(table, workspaceId, account.id, mailsMax);
  if (executions.length === 0) return;
  const mails = new Map(
    await Promise.all(
      executions.map(async (execution) => {
        const messageId = await messageIdOf(
          signer,
          workspaceId,
          { execution, account },
          execution.stepId ?? '',
        );

        return [messageId, execution] as const;
      }),
    ),
  );
  try {
    const sent = await session.sentAmong([...mails.keys()], new Date(now() - reachMs));
    for (const messageId of sent) {
      const execution = mails.get(messageId);
      if (execution) await recordProvenDelivery(services, execution);
    }
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    log('warn', 'folder of sent mail not available', { accountId: account.id, code: error.kind });
  }
}
