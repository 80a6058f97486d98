import { logInWith } from '#lib/email-accounts/credentials/credential.ts';
import { type GrantServices, GrantUnavailable } from '#lib/email-accounts/grant.ts';
import type { ReadableAccount } from '#lib/email-accounts/inbox/inbox.ts';
import { type ImapSession, ImapUnavailable, openInbox } from '#lib/mail/imap.ts';

/** Opens an account's inbox with its password or OAuth grant. @throws ImapUnavailable */
export function openAccountInbox(
  services: GrantServices,
  workspaceId: string,
  account: ReadableAccount,
  timeoutMs: number,
): Promise<ImapSession> {
  return logInWith(services, workspaceId, account, {
    server: 'imap',
    open: (credential) => openInbox(account.imap, credential, { loopback: services.loopback, timeoutMs }),
    isRefused: (error) => error instanceof ImapUnavailable && error.kind === 'auth',
  }).catch((error: unknown) => {
    throw error instanceof GrantUnavailable ? new ImapUnavailable(error.kind, { cause: error }) : error;
  });
}
