import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { hasStoppedReader, isReadable } from '#lib/email-accounts/inbox.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openInboxOf } from '#lib/inbox/open.ts';
import { readOn } from '#lib/inbox/read-on.ts';
import { ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';

interface LookServices extends InboxServices {
  readonly loopback: 'allow' | 'refuse';
}

/** For a whole look: the mail server waits meanwhile, with the account logged in. */
const lookMs = 10_000;

/**
 * Reads what has come since the inbox was last read, right before a follow-up is claimed: a reply that is there by then has
 * its effect first, and the claim refuses. Where the inbox has been read to stays as it was, for whoever holds its lease.
 * @returns false when the inbox cannot be read: then nobody knows whether there is a reply
 */
export async function readBeforeFollowUp(
  services: LookServices,
  account: SendingAccount,
  { workspaceId, sentCount, lastSentAt }: Execution,
): Promise<boolean> {
  if (sentCount === 0 || lastSentAt === undefined || !isReadable(account)) return true;
  const { id: accountId, syncedTo: place } = account;
  // One of the next messages may stop this worker, too: `inbox.sync` finds it, or sets it aside.
  if (hasStoppedReader(account, services.now())) return false;
  try {
    const session = await openInboxOf(services, workspaceId, account, lookMs);
    try {
      const read = { place, since: Date.parse(lastSentAt) };
      for await (const _ of readOn(services, { workspaceId, accountId }, session, read));

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
