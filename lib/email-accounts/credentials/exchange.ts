import { hash } from 'node:crypto';
import type { OutboxMessage } from '#lib/commit/change.ts';
import { isSameCode } from '#lib/crypto/secret-text.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { passwordOf } from '#lib/email-accounts/credentials/credential.ts';
import type { NewMailbox } from '#lib/email-accounts/credentials/secrets.ts';
import type { EmailAccountSettings } from '#lib/email-accounts/email-account.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import { newId } from '#lib/values/ids.ts';
import { invalidField, type Problem, problem } from '#lib/values/problem.ts';
import type { Role } from '#lib/values/role.ts';

/** Who connects an account. */
export interface AccountAuthor {
  readonly id: string;
  /** Undefined for an API key and for the operator, which have the rights of an owner. */
  readonly role?: Role;
}

export const operatorAuthor: AccountAuthor = { id: 'operator' };

/** The account before its servers are exchanged. */
type ConnectedMailbox = Parameters<typeof passwordOf>[2] & Pick<EmailAccountSettings, 'connectedBy'>;

/**
 * Checks that a person may connect a mailbox again. A login at the same servers as the same user proves the mailbox. An exchange of the
 * servers needs an owner, or the person who connected the mailbox and knows its present password.
 * @throws Problem 403; 422 if the present password is wrong
 */
export async function authorizeReconnection(
  vault: Vault,
  workspaceId: string,
  account: ConnectedMailbox,
  mailbox: NewMailbox,
  { id: authorId, role = 'owner' }: AccountAuthor,
): Promise<void> {
  if (role === 'owner' || !exchangesServers(account, mailbox)) return;
  if (account.connectedBy !== authorId || 'grant' in mailbox) throw onlyOwner();
  if (account.sealedPassword === undefined) throw onlyOwner();
  const present = await passwordOf(vault, workspaceId, account, 'smtp');
  const { currentPassword = mailbox.password } = mailbox;
  if (!isSameCode(digestOf(currentPassword), digestOf(present.password)))
    throw invalidField(
      'currentPassword',
      'login',
      'must be the present password, because the servers change',
    );
}

/** A member does not become the person who connected the mailbox, because a later exchange of the servers needs this person. */
export function connectorAfter(
  { connectedBy }: Pick<EmailAccountSettings, 'connectedBy'>,
  { id, role = 'owner' }: AccountAuthor,
): string {
  return role === 'owner' ? id : connectedBy;
}

/** The message for a notice to the owners, if the servers are exchanged. */
export function exchangeMessages(
  account: ConnectedMailbox,
  mailbox: NewMailbox,
  now: number,
): OutboxMessage[] {
  if (!exchangesServers(account, mailbox)) return [];

  return [{ queue: 'sends', message: { noticeId: newId('ntc', now), accountId: account.id } }];
}

/** An inbox that is no longer read is no exchange. */
function exchangesServers({ smtp, imap }: ConnectedMailbox, mailbox: NewMailbox): boolean {
  const isSameInbox = !mailbox.imap || isSameLogin(mailbox.imap, imap);

  return !isSameLogin(mailbox.smtp, smtp) || !isSameInbox;
}

function isSameLogin(one: MailServer, other: MailServer | null): boolean {
  return (
    one.host.toLowerCase() === other?.host.toLowerCase() &&
    one.port === other.port &&
    one.username === other.username
  );
}

function onlyOwner(): Problem {
  return problem('FORBIDDEN', 'the mailbox has other servers or user names: only an owner can exchange them');
}

const digestOf = (password: string) => hash('sha256', password, 'hex');
