import type { Vault } from '#lib/crypto/vault.ts';
import { accessToken, type GrantServices } from '#lib/email-accounts/grant.ts';
import { hasGrant, passwordContext, type SendingAccount } from '#lib/email-accounts/items.ts';
import type { MailCredential } from '#lib/mail/credential.ts';

type AccountCredentials = Pick<
  SendingAccount,
  'id' | 'provider' | 'smtp' | 'imap' | 'sealedPassword' | 'sealedImapPassword'
>;

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
  const token = await accessToken(services, workspaceId, account);
  try {
    return await open({ kind: 'token', accessToken: token });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const newToken = await accessToken(services, workspaceId, account, { rejectedToken: token });

    return open({ kind: 'token', accessToken: newToken });
  }
}

/**
 * Decrypts the password for a server.
 * @throws when the account was disconnected concurrently, or the password was sealed for another server
 */
export async function passwordOf(
  vault: Vault,
  workspaceId: string,
  { id, sealedPassword, sealedImapPassword, ...servers }: Omit<AccountCredentials, 'provider'>,
  server: 'smtp' | 'imap',
): Promise<Extract<MailCredential, { kind: 'password' }>> {
  const mailServer = servers[server];
  if (sealedPassword === undefined || !mailServer) throw new Error('the account no longer has a password');
  const isInboxPassword = server === 'imap' && sealedImapPassword !== undefined;
  const sealed = isInboxPassword ? sealedImapPassword : sealedPassword;
  const password = await vault.open(workspaceId, passwordContext(id, mailServer), sealed);

  return { kind: 'password', password };
}
