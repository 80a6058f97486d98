import * as z from 'zod/mini';
import { type AddressClaim, SuppressedStatus } from '#lib/contacts/contact.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { shardOf, shardsOf } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Condition, Item, Key, Write } from '#lib/storage/table.ts';
import { splitAddress } from '#lib/values/email-address.ts';
import { type Problem, valueTaken } from '#lib/values/problem.ts';

/*
 * Keys of address claims; the access patterns are in `items.ts`. One item per address ensures uniqueness and stores the
 * suppression. Its key begins with the domain, so the same items are the index by domain.
 */
const domainShards = 8;

const AddressClaimItem = z.object({
  contactId: z.optional(z.string()),
  suppressedAs: z.optional(SuppressedStatus),
  suppressedBy: z.optional(z.string()),
  erasedAt: z.optional(z.string()),
});

/** @param address normalised */
export function addressClaimKey(workspaceId: string, address: string): Key {
  const { localPart, domain } = splitAddress(address);

  return {
    pk: `${domainPartition(workspaceId, domain)}#${shardOf(localPart, domainShards)}`,
    sk: `${reversed(domain)}#${localPart}`,
  };
}

export function toAddressClaim(item: Item | undefined): AddressClaim | undefined {
  return item && AddressClaimItem.parse(item);
}

/**
 * Query for the claims of addresses in a domain and its sub-domains. The range also contains claims of other domains: filter
 * with `isClaimUnder`.
 */
export function claimsUnder(workspaceId: string, domain: string): MergedQuery {
  return {
    partitions: shardsOf(domainPartition(workspaceId, domain), domainShards),
    from: `${reversed(domain)}#`,
    to: `${reversed(domain)}.\uffff`,
    ascending: true,
  };
}

/**
 * Whether a claim from `claimsUnder` belongs to the domain or one of its sub-domains. The range also contains others, because
 * `com.acme-x#ann` sorts between `com.acme#ann` and `com.acme.mail#ann`.
 */
export function isClaimUnder({ sk }: Key, domain: string): boolean {
  return sk.startsWith(`${reversed(domain)}#`) || sk.startsWith(`${reversed(domain)}.`);
}

/** The address of a claim, normalised. */
export function addressOf({ sk }: Key): string {
  const end = sk.indexOf('#');

  return `${sk.slice(end + 1)}@${reversed(sk.slice(0, end))}`;
}

/** The last two labels, so that a domain and its sub-domains share partitions. */
function domainPartition(workspaceId: string, domain: string): string {
  return `W#${workspaceId}#AT#${domain.split('.').slice(-2).join('.')}`;
}

/** `com.acme.mail` for `mail.acme.com`, so that sub-domains sort after their domain. */
function reversed(domain: string): string {
  return domain.split('.').reverse().join('.');
}

/**
 * Replaces an address claim if it is unchanged since it was read; otherwise the commit throws StaleDecision. Every change of an
 * address's owner or suppression writes this item. It is deleted when the address has no contact, suppression or erasure.
 * @param address normalised
 * @param before the claim as read; undefined if the address had none
 */
export function claimUpdate(
  workspaceId: string,
  address: string,
  before: AddressClaim | undefined,
  after: AddressClaim,
): Write {
  const key = addressClaimKey(workspaceId, address);
  const condition = {
    if: ifUnchanged(before),
    otherwise: () => new StaleDecision('the address was changed concurrently'),
  };
  const isUnused = [after.contactId, after.suppressedBy, after.erasedAt].every((each) => each === undefined);

  return isUnused ? { delete: key, ...condition } : { put: { ...key, ...after }, ...condition };
}

/** The changes that end the suppression of an address. */
export const unsuppressed = { suppressedAs: undefined, suppressedBy: undefined } as const;

/** Assigns the address to a contact. The commit throws `addressTaken` if another contact has the address. */
export function assignAddress(
  workspaceId: string,
  address: string,
  contactId: string,
  claim: AddressClaim | undefined,
): Write {
  return {
    ...claimUpdate(workspaceId, address, claim, { ...claim, contactId }),
    otherwise: (found) => takenProblem(found) ?? new StaleDecision('the address was changed concurrently'),
  };
}

export function addressTaken(contactId: string): Problem {
  return valueTaken('email', 'contact', contactId);
}

/** Undefined if the claim has changed, but no contact has the address. */
function takenProblem(found: Item | undefined): Problem | undefined {
  const owner = toAddressClaim(found)?.contactId;

  return owner === undefined ? undefined : addressTaken(owner);
}

function ifUnchanged(claim: AddressClaim | undefined): Condition {
  if (!claim) return { pk: 'absent' };
  const { contactId, suppressedBy } = claim;

  return {
    contactId: contactId === undefined ? 'absent' : { is: contactId },
    suppressedBy: suppressedBy === undefined ? 'absent' : { is: suppressedBy },
  };
}
