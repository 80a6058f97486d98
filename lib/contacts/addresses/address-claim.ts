import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-items.ts';
import type { AddressClaim } from '#lib/contacts/contact.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Condition, Item, Write } from '#lib/storage/table.ts';
import { type Problem, valueTaken } from '#lib/values/problem.ts';

/**
 * Replaces an address claim if it is unchanged since it was read; otherwise the commit throws StaleDecision. Every change of an
 * address's owner or suppression writes this item. It is deleted when the address has neither a contact nor a suppression.
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
  const isUnused = after.contactId === undefined && after.suppressedBy === undefined;

  return isUnused ? { delete: key, ...condition } : { put: { ...key, ...after }, ...condition };
}

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
