import { blocklistedEvents } from '#lib/blocklist/coverage.ts';
import { planContactEnrolments } from '#lib/campaigns/enrolment/contact-enrolments.ts';
import { requireCampaigns } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import { companyReferenceKeys, linkCompanies } from '#lib/companies/link.ts';
import { addressClaimKey, addressTaken, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import type { Contact, EnrolledContact, NewContact } from '#lib/contacts/contact.ts';
import { companyCounterIncrements, contactStatusIncrements } from '#lib/contacts/counters.ts';
import { presentContact } from '#lib/contacts/items.ts';
import {
  contactCreatedEvent,
  newContact,
  newContactWrites,
  suppressionCountWrites,
  suppressionKeys,
  suppressionStateOf,
} from '#lib/contacts/new-contact.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';
import { newId } from '#lib/values/ids.ts';

/**
 * Plans a new contact with its company and its enrolments. The same transaction claims the address, so two requests cannot both
 * create a contact for it. A contact with a suppressed address is created suppressed.
 * @throws Problem 422 if another contact has the address, or for a campaign that does not exist
 */
export async function planContact(
  { table, now }: Services,
  workspaceId: string,
  input: NewContact,
  source: Contact['source'] = 'api',
): Promise<Change<EnrolledContact>> {
  const address = normaliseEmail(input.email);
  const claimKey = addressClaimKey(workspaceId, address);
  const companyReference = { ...input, domain: splitAddress(address).domain };
  const keys = [
    claimKey,
    ...suppressionKeys(workspaceId, address),
    ...companyReferenceKeys(workspaceId, companyReference),
  ];
  const [lookUp, campaigns] = await Promise.all([
    lookUpItems(table, keys),
    requireCampaigns(table, workspaceId, 'campaignIds', input.campaignIds ?? []),
  ]);
  const claim = toAddressClaim(lookUp(claimKey));
  if (claim?.contactId !== undefined) throw addressTaken(claim.contactId);

  const { companyIds, writes: companyWrites } = linkCompanies(workspaceId, [companyReference], lookUp, now());
  const contact = newContact(input, {
    id: newId('con', now()),
    companyId: companyIds[0] ?? null,
    source,
    suppression: suppressionStateOf(workspaceId, address, claim, lookUp),
    now: now(),
  });
  // The list of executions and the set of started campaigns are empty: a new contact has no executions. It needs no enrolment
  // lock, because no other request can enrol it yet.
  const { enrolment, ...enrolments } = planContactEnrolments(
    workspaceId,
    contact,
    campaigns,
    [],
    new Set(),
    now(),
  );

  return {
    writes: [
      ...newContactWrites(workspaceId, contact, claim),
      ...enrolments.writes,
      ...companyWrites,
      ...suppressionCountWrites(workspaceId, [contact]),
    ],
    events: [contactCreatedEvent(contact), ...(await blocklistedEvents(table, workspaceId, [contact]))],
    increments: [
      ...companyCounterIncrements(null, contact.companyId),
      ...contactStatusIncrements(workspaceId, undefined, contact.status),
    ],
    messages: enrolments.messages,
    result: { ...presentContact(contact), ...(input.campaignIds && { enrolment }) },
  };
}
