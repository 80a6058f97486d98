import { makerChecks } from '#lib/auth/authority.ts';
import type { SendingAccount } from '#lib/email-accounts/items.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalidField, problem } from '#lib/values/problem.ts';
import type { Role } from '#lib/values/role.ts';

/*
 * Tokens of invitations and password resets leave the service only from a mailbox that an owner, an API key or the operator trusts,
 * because the person who controls its server can read them.
 */

/** Who changes an account. */
export interface AccountAuthor {
  readonly id: string;
  /** Undefined for an API key and for the operator, which have the rights of an owner. */
  readonly role?: Role;
}

export const operatorAuthor: AccountAuthor = { id: 'operator' };

export function hasOwnerRights({ role = 'owner' }: AccountAuthor): boolean {
  return role === 'owner';
}

/** Attributes of the settings item. @param id of the principal that trusts the mailbox */
export function trustAttributes(id: string, now: number) {
  return { trustedBy: id, trustedAt: now };
}

export const noTrust = { trustedBy: null, trustedAt: 0 };

/** The attributes after a request that sets `trusted`. @throws Problem 403 */
export function trustSetting(trusted: boolean | undefined, author: AccountAuthor, now: number) {
  if (trusted === undefined) return {};
  if (!hasOwnerRights(author))
    throw problem('FORBIDDEN', 'only an owner can change whether a mailbox is trusted');

  return trusted ? trustAttributes(author.id, now) : noTrust;
}

/**
 * Checks that a mailbox is trusted. Trust ends with the principal that gave it: with the removal or demotion of an owner and the
 * revocation of an API key.
 * @returns the condition of the transaction
 * @throws Problem 422, now or at the commit
 */
export function trustChecks({ trustedBy, trustedAt }: SendingAccount, now: number): Write[] {
  const untrusted = () =>
    invalidField('emailAccountId', 'state', 'is not trusted: an owner must set trusted of the email account');
  if (trustedBy === null) throw untrusted();

  return makerChecks({ createdBy: trustedBy, createdAt: trustedAt }, now, untrusted);
}
