import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { inboxFolder, readFolderStates } from '#lib/email-accounts/inbox/folder-states.ts';
import { hasStoppedReader, isReadable, unreadSince } from '#lib/email-accounts/inbox/inbox.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { openAccountInbox } from '#lib/inbox/open-inbox.ts';
import { readFolders } from '#lib/inbox/read-folders.ts';
import { ImapUnavailable } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Time limit for the whole read. The SMTP session stays open during the read. */
const readMs = 10_000;

/**
 * Reads new messages of all folders before a follow-up is claimed. A reply takes effect first, so that the claim is rejected.
 * The stored positions do not change, because only the holder of the inbox lease may change it.
 * @returns false if the mailbox cannot be read. A reply may then be missed.
 */
export async function readBeforeFollowUp(
  services: InboxServices & GrantServices,
  account: SendingAccount,
  { workspaceId, sentCount, lastSentAt }: Execution,
): Promise<boolean> {
  if (sentCount === 0 || lastSentAt === undefined || !isReadable(account)) return true;
  const { id: accountId, syncedTo } = account;
  const folders = await readFolderStates(services.table, workspaceId, accountId);
  // An earlier reader stopped at one of the next messages, which may stop this worker, too. `inbox.sync` handles such messages.
  const isRetried = [...folders.values()].some(({ tries = 0 }) => tries > 1);
  if (isRetried || hasStoppedReader(account, services.now())) return false;
  try {
    const session = await openAccountInbox(services, workspaceId, account, readMs);
    try {
      const inbox = { workspaceId, accountId, address: normaliseEmail(account.email) };
      const states = new Map([...folders, [inboxFolder, { position: syncedTo }]]);
      // The loop only drives the reader. The positions are not saved.
      for await (const _ of readFolders(services, inbox, session, { states, since: unreadSince(account) }));

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
