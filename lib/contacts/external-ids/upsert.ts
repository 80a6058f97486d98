import { requireCampaigns } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import { planCreationIfMissing } from '#lib/commit/creation.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import { type Contact, type ContactUpsert, type EnrolledContact, NewContact } from '#lib/contacts/contact.ts';
import { planContact } from '#lib/contacts/create.ts';
import { contactExternalIdKey, toExternalIdOwner } from '#lib/contacts/external-ids/claim.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import { planStoredContactUpdate } from '#lib/contacts/update.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

interface ContactUpsertPlan {
  readonly isNew: boolean;
  readonly change: Change<EnrolledContact>;
}

/**
 * Updates the contact with the external id of the request, otherwise the contact with its address. If neither exists, creates the
 * contact. Both changes have the rules of the single operations.
 * @throws Problem 422 if the external id and the address belong to two contacts
 */
export async function planContactUpsert(
  services: Services,
  workspaceId: string,
  input: ContactUpsert,
  source: Contact['source'],
): Promise<ContactUpsertPlan> {
  const { table } = services;
  const { campaignIds, ...patch } = input;
  const [contactId] = await Promise.all([
    findContactId(table, workspaceId, input),
    requireCampaigns(table, workspaceId, 'campaignIds', campaignIds ?? []),
  ]);
  if (contactId === undefined) {
    const creation = () => planContact(services, workspaceId, NewContact.parse(input), source);

    return { isNew: true, change: await planCreationIfMissing(creation) };
  }
  const before = await readStoredContact(table, workspaceId, contactId);
  if (!before) throw new StaleDecision('the contact was deleted concurrently');
  const contactPatch = { ...patch, ...(campaignIds && { addCampaignIds: campaignIds }) };

  return { isNew: false, change: await planStoredContactUpdate(services, workspaceId, before, contactPatch) };
}

async function findContactId(
  table: Table,
  workspaceId: string,
  { email, externalId }: ContactUpsert,
): Promise<string | undefined> {
  const addressKey = addressClaimKey(workspaceId, normaliseEmail(email));
  const externalIdKey = externalId ? contactExternalIdKey(workspaceId, externalId) : undefined;
  const lookUp = await lookUpItems(table, [addressKey, ...(externalIdKey ? [externalIdKey] : [])]);

  return (
    (externalIdKey && toExternalIdOwner(lookUp(externalIdKey))) ??
    toAddressClaim(lookUp(addressKey))?.contactId
  );
}
