import type { Vault } from '#lib/crypto/vault.ts';
import { accessToken, type GrantServices } from '#lib/email-accounts/grant.ts';
import { imapPasswordContext, passwordContext, type SendingAccount } from '#lib/email-accounts/items.ts';
import type { Credential } from '#lib/mail/credential.ts';

type Holder = Pick<SendingAccount, 'id' | 'sealedPassword' | 'sealedImapPassword' | 'hasGrant'>;

interface Login<Session> {
  readonly server: 'smtp' | 'imap';
  readonly open: (credential: Credential) => Promise<Session>;
  /** Whether what was thrown says that the server did not take the credential. */
  readonly isRefused: (error: unknown) => boolean;
}

/**
 * Logs an account in. A token may be revoked before its time is over, and a permission given anew meanwhile: one that is
 * refused is exchanged for a fresh one, once.
 * @throws GrantUnavailable; what `open` throws; Error when the account was disconnected meanwhile
 */
export async function logInWith<Session>(
  services: GrantServices,
  workspaceId: string,
  account: Holder,
  { server, open, isRefused }: Login<Session>,
): Promise<Session> {
  if (!account.hasGrant) return open(await passwordOf(services.vault, workspaceId, account, server));
  const token = await accessToken(services, workspaceId, account.id);
  try {
    return await open({ kind: 'token', accessToken: token });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const fresh = await accessToken(services, workspaceId, account.id, { insteadOf: token });

    return open({ kind: 'token', accessToken: fresh });
  }
}

/** Reads a mailbox password back. An inbox may have one of its own. @throws when the account was disconnected meanwhile */
export async function passwordOf(
  vault: Vault,
  workspaceId: string,
  { id, sealedPassword, sealedImapPassword }: Omit<Holder, 'hasGrant'>,
  server: 'smtp' | 'imap',
): Promise<Credential> {
  if (sealedPassword === undefined) throw new Error('the account has no password any more');
  const [context, sealed] =
    server === 'imap' && sealedImapPassword !== undefined
      ? [imapPasswordContext(id), sealedImapPassword]
      : [passwordContext(id), sealedPassword];

  return { kind: 'password', password: await vault.open(workspaceId, context, sealed) };
}
