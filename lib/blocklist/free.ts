import { countSuppressed, coverageKeys, coveringEntryId } from '#lib/blocklist/coverage.ts';
import type { Change } from '#lib/commit/change.ts';
import { claimWrite } from '#lib/contacts/addresses/address-claim.ts';
import { contactUpdated } from '#lib/contacts/changed.ts';
import type { AddressClaim, StoredContact } from '#lib/contacts/contact.ts';
import { statusTallies } from '#lib/contacts/status-count.ts';
import { activeAgain, changeContact } from '#lib/contacts/suppress.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import { normaliseEmail, partsOf } from '#lib/values/email-address.ts';

/**
 * Plans the release of a contact from a removed entry. If another entry covers its address, the contact stays suppressed by
 * that entry; otherwise it is active again. Ended executions stay ended.
 * @param claim the suppression of the address itself after the removal
 */
export async function planFreedom(
  { table, now }: Services,
  workspaceId: string,
  contact: StoredContact,
  claim: Pick<AddressClaim, 'suppressedAs' | 'suppressedBy'>,
): Promise<Omit<Change<never>, 'result'>> {
  const { domain } = partsOf(normaliseEmail(contact.email));
  const found = await lookUp(table, coverageKeys(workspaceId, domain));
  const heir = claim.suppressedBy ?? coveringEntryId(workspaceId, domain, found);
  const changes: Partial<StoredContact> =
    heir === undefined
      ? activeAgain
      : { status: claim.suppressedAs ?? 'blocklisted', blocklistEntryId: heir };

  return {
    writes: [
      changeContact(workspaceId, contact, changes, now()),
      ...(heir === undefined ? [] : [countSuppressed(workspaceId, heir, 1)]),
    ],
    tallies: statusTallies(workspaceId, contact.status, changes.status),
    events: contactUpdated(contact, changes),
  };
}

/** A condition that fails if the address is suppressed while its contact is released. */
export function claimStands(workspaceId: string, contact: StoredContact, claim: AddressClaim) {
  return claimWrite(workspaceId, normaliseEmail(contact.email), claim, claim);
}
