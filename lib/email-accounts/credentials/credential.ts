import type { Vault } from '#lib/crypto/vault.ts';
import { accessToken, type GrantServices } from '#lib/email-accounts/grant.ts';
import {
  hasGrant,
  imapPasswordContext,
  passwordContext,
  type SendingAccount,
} from '#lib/email-accounts/items.ts';
import type { MailCredential } from '#lib/mail/credential.ts';

type AccountCredentials = Pick<SendingAccount, 'id' | 'provider' | 'sealedPassword' | 'sealedImapPassword'>;

interface Login<Session> {
  readonly server: 'smtp' | 'imap';
  readonly open: (credential: MailCredential) => Promise<Session>;
  /** Whether the error means that the server rejected the credential. */
  readonly isRefused: (error: unknown) => boolean;
}

/**
 * Logs an account in. A token may be revoked before it expires, or access may be granted again. So a rejected token is
 * replaced by a new one, once.
 * @throws GrantUnavailable; errors of `open`; Error when the account was disconnected concurrently
 */
export async function logInWith<Session>(
  services: GrantServices,
  workspaceId: string,
  account: AccountCredentials,
  { server, open, isRefused }: Login<Session>,
): Promise<Session> {
  if (!hasGrant(account)) return open(await passwordOf(services.vault, workspaceId, account, server));
  const token = await accessToken(services, workspaceId, account.id);
  try {
    return await open({ kind: 'token', accessToken: token });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const newToken = await accessToken(services, workspaceId, account.id, { rejectedToken: token });

    return open({ kind: 'token', accessToken: newToken });
  }
}

/** Decrypts a mailbox password. IMAP may have a separate one. @throws when the account was disconnected concurrently */
export async function passwordOf(
  vault: Vault,
  workspaceId: string,
  { id, sealedPassword, sealedImapPassword }: Omit<AccountCredentials, 'provider'>,
  server: 'smtp' | 'imap',
): Promise<Extract<MailCredential, { kind: 'password' }>> {
  if (sealedPassword === undefined) throw new Error('the account no longer has a password');
  const [context, sealed] =
    server === 'imap' && sealedImapPassword !== undefined
      ? [imapPasswordContext(id), sealedImapPassword]
      : [passwordContext(id), sealedPassword];

  return { kind: 'password', password: await vault.open(workspaceId, context, sealed) };
}
