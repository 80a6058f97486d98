import { countSuppressed, coverageKeys, findCoveringEntryId } from '#lib/blocklist/coverage.ts';
import type { Change } from '#lib/commit/change.ts';
import type { AddressClaim, StoredContact } from '#lib/contacts/contact.ts';
import { contactStatusIncrements } from '#lib/contacts/counters.ts';
import { changeContact, reactivatedFields } from '#lib/contacts/suppress.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';

/**
 * Plans the release of a contact from a removed entry. If another entry covers its address, the contact stays suppressed by
 * that entry; otherwise it is active again. Ended executions stay ended.
 * @param claim the suppression of the address itself after the removal; empty if it has none
 */
export async function planContactRelease(
  { table, now }: Services,
  workspaceId: string,
  contact: StoredContact,
  claim: Pick<AddressClaim, 'suppressedAs' | 'suppressedBy'>,
): Promise<Omit<Change<never>, 'result'>> {
  const { domain } = splitAddress(normaliseEmail(contact.email));
  const lookUp = await lookUpItems(table, coverageKeys(workspaceId, domain));
  const coveringId = claim.suppressedBy ?? findCoveringEntryId(workspaceId, domain, lookUp);
  // Only an entry of the address has another status (`suppressedAs`); an entry of a domain means `blocklisted`.
  const changes: Partial<StoredContact> =
    coveringId === undefined
      ? reactivatedFields
      : { status: claim.suppressedAs ?? 'blocklisted', blocklistEntryId: coveringId };

  return {
    writes: [
      changeContact(workspaceId, contact, changes, now()),
      ...(coveringId === undefined ? [] : [countSuppressed(workspaceId, coveringId, 1)]),
    ],
    increments: contactStatusIncrements(workspaceId, contact.status, changes.status),
    events: contactUpdatedEvents(contact, changes),
  };
}
