import { getEntry } from '#lib/blocklist/read.ts';
import { addressTaken, claimWrite, takeAddress } from '#lib/contacts/addresses/address-claim.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-items.ts';
import { rememberAddress } from '#lib/contacts/addresses/former-address.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { standingKeys, standingOf, suppressionCounts } from '#lib/contacts/new-contact.ts';
import { statusTallies } from '#lib/contacts/status-count.ts';
import { activeAgain, type ContactPart, planContactSuppression } from '#lib/contacts/suppress.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { openExecutions } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalidField, type Problem } from '#lib/values/problem.ts';

/**
 * Gives a contact another address. Suppression belongs to addresses: the old one keeps its own, the contact gets the
 * new one's, so that a bounced contact whose address is corrected is active again. Links in messages that were sent to the
 * old address go on belonging to it.
 * @throws Problem 422 when the address has an owner, or while the contact is being mailed.
 */
export async function planAddressMove(
  services: Services,
  workspaceId: string,
  contact: StoredContact,
  email: string,
): Promise<ContactPart> {
  const { table } = services;
  const [from, to] = [normaliseEmail(contact.email), normaliseEmail(email)];
  const [oldKey, newKey] = [addressClaimKey(workspaceId, from), addressClaimKey(workspaceId, to)];
  const [found, executions] = await Promise.all([
    lookUp(table, [oldKey, newKey, ...standingKeys(workspaceId, to)]),
    openExecutions(table, workspaceId, contact.id),
  ]);
  const [oldClaim, newClaim] = [toAddressClaim(found(oldKey)), toAddressClaim(found(newKey))];
  if (newClaim?.contactId !== undefined) throw addressTaken(newClaim.contactId);
  const mailed = executions.find(isBeingMailed);
  if (mailed) throw inProgress(mailed);

  const standing = standingOf(workspaceId, to, newClaim, found);
  const part = await planStanding(services, workspaceId, { ...contact, email }, standing);

  return {
    ...part,
    writes: [
      takeAddress(workspaceId, to, contact.id, newClaim),
      claimWrite(workspaceId, from, oldClaim, { ...oldClaim, contactId: undefined }),
      rememberAddress(workspaceId, contact.id, from),
      ...part.writes,
    ],
  };
}

async function planStanding(
  services: Services,
  workspaceId: string,
  contact: StoredContact,
  { status, blocklistEntryId }: ReturnType<typeof standingOf>,
): Promise<ContactPart> {
  if (status === 'active' || blocklistEntryId === undefined) {
    const changes = contact.status === 'active' ? {} : activeAgain;

    return {
      changes,
      writes: [],
      events: [],
      tallies: statusTallies(workspaceId, contact.status, 'active'),
    };
  }
  const { reason } = await getEntry(services.table, workspaceId, blocklistEntryId);
  const part = await planContactSuppression(services, workspaceId, contact, {
    status,
    blocklistEntryId,
    reason,
  });

  return {
    ...part,
    writes: [...part.writes, ...suppressionCounts(workspaceId, [{ ...contact, blocklistEntryId }])],
  };
}

/** Its first message was sent, or one is in flight: a thread belongs to the address that it was sent to. */
function isBeingMailed({ sentCount, sendState }: Execution): boolean {
  return sentCount > 0 || ['sending', 'unknown'].includes(sendState);
}

function inProgress({ id, campaignId }: Execution): Problem {
  return invalidField(
    'email',
    'in_progress',
    `cannot be changed while execution ${id} in campaign ${campaignId} is in progress: remove the contact from the campaign first, with removeCampaignIds`,
  );
}
