import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { hasStoppedReader, isReadable } from '#lib/email-accounts/inbox.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openAccountInbox } from '#lib/inbox/open-inbox.ts';
import { readNewMessages } from '#lib/inbox/read-new-messages.ts';
import { ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';

/** Time limit for the whole read. The SMTP session stays open during the read. */
const readMs = 10_000;

/**
 * Reads new messages of the inbox before a follow-up is claimed. A reply takes effect first, so that the claim is rejected.
 * The stored position of the inbox does not change, because only the holder of the inbox lease may change it.
 * @returns false if the inbox cannot be read. A reply may then be missed.
 */
export async function readBeforeFollowUp(
  services: InboxServices & GrantServices,
  account: SendingAccount,
  { workspaceId, sentCount, lastSentAt }: Execution,
): Promise<boolean> {
  if (sentCount === 0 || lastSentAt === undefined || !isReadable(account)) return true;
  const { id: accountId, syncedTo } = account;
  // An earlier reader stopped at one of the next messages, which may stop this worker, too. `inbox.sync` handles such messages.
  if (hasStoppedReader(account, services.now())) return false;
  try {
    const session = await openAccountInbox(services, workspaceId, account, readMs);
    try {
      const options = { lastRead: syncedTo, since: Date.parse(lastSentAt) };
      // The loop only drives the reader. The positions are not saved.
      for await (const _ of readNewMessages(services, { workspaceId, accountId }, session, options));

      return true;
    } finally {
      session.close();
    }
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    log('warn', 'inbox not available', { accountId, code: error.kind });

    return false;
  }
}
