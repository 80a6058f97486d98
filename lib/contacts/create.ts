import { blocklistedEvents } from '#lib/blocklist/blocklisted-events.ts';
import { planContactEntries } from '#lib/campaigns/enrolment/contact-entries.ts';
import type { Change } from '#lib/commit/change.ts';
import { companyKeys, linkCompanies } from '#lib/companies/link.ts';
import { addressTaken } from '#lib/contacts/addresses/address-claim.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-items.ts';
import { companyTallies } from '#lib/contacts/company-count.ts';
import type { Contact, EnrolledContact, NewContact } from '#lib/contacts/contact.ts';
import { presentContact } from '#lib/contacts/items.ts';
import { requireCampaigns } from '#lib/contacts/membership.ts';
import {
  contactCreated,
  newContact,
  newContactWrites,
  standingKeys,
  standingOf,
  suppressionCounts,
} from '#lib/contacts/new-contact.ts';
import { statusTallies } from '#lib/contacts/status-count.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import { normaliseEmail, partsOf } from '#lib/values/email-address.ts';
import { newId } from '#lib/values/ids.ts';

/**
 * The same transaction claims the address, so two requests cannot both create a contact for it. A contact with a suppressed
 * address is created suppressed.
 */
export async function planContact(
  { table, now }: Services,
  workspaceId: string,
  input: NewContact,
  source: Contact['source'] = 'api',
): Promise<Change<EnrolledContact>> {
  const address = normaliseEmail(input.email);
  const claimKey = addressClaimKey(workspaceId, address);
  const wish = { ...input, domain: partsOf(address).domain };
  const keys = [claimKey, ...standingKeys(workspaceId, address), ...companyKeys(workspaceId, wish)];
  const [found, campaigns] = await Promise.all([
    lookUp(table, keys),
    requireCampaigns(table, workspaceId, 'campaignIds', input.campaignIds ?? []),
  ]);
  const claim = toAddressClaim(found(claimKey));
  if (claim?.contactId !== undefined) throw addressTaken(claim.contactId);

  const { companyIds, writes } = linkCompanies(workspaceId, [wish], found, now());
  const contact = newContact(input, {
    id: newId('con', now()),
    companyId: companyIds[0] ?? null,
    source,
    standing: standingOf(workspaceId, address, claim, found),
    now: now(),
  });
  // A new contact has no executions, and no other request can enrol it yet.
  const { enrolment, ...entries } = planContactEntries(workspaceId, contact, campaigns, [], new Set(), now());

  return {
    writes: [
      ...newContactWrites(workspaceId, contact, claim),
      ...entries.writes,
      ...writes,
      ...suppressionCounts(workspaceId, [contact]),
    ],
    events: [contactCreated(contact), ...(await blocklistedEvents(table, workspaceId, [contact]))],
    tallies: [
      ...companyTallies(null, contact.companyId),
      ...statusTallies(workspaceId, undefined, contact.status),
    ],
    calls: entries.calls,
    result: { ...presentContact(contact), ...(input.campaignIds && { enrolment }) },
  };
}
