import { getEntry } from '#lib/blocklist/read.ts';
import {
  addressClaimKey,
  addressTaken,
  assignAddress,
  claimUpdate,
  toAddressClaim,
} from '#lib/contacts/addresses/address-claim.ts';
import { formerAddressPut } from '#lib/contacts/addresses/former-address.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { contactStatusIncrements } from '#lib/contacts/counters.ts';
import {
  type SuppressionState,
  suppressionCountWrites,
  suppressionKeys,
  suppressionStateOf,
} from '#lib/contacts/new-contact.ts';
import {
  type ContactChange,
  noContactChange,
  planContactSuppression,
  reactivatedFields,
} from '#lib/contacts/suppress.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalidField, type Problem } from '#lib/values/problem.ts';

/**
 * Changes a contact's address. Suppression belongs to addresses: the old address keeps its suppression, and the contact's
 * status follows the new address. Correcting a bounced address reactivates the contact. Links in messages sent to the old
 * address still apply to the old address.
 * @throws Problem 422 if another contact has the address, or while an execution of the contact is in progress
 */
export async function planAddressMove(
  services: Services,
  workspaceId: string,
  contact: StoredContact,
  email: string,
): Promise<ContactChange> {
  const { table } = services;
  const [from, to] = [normaliseEmail(contact.email), normaliseEmail(email)];
  const [oldKey, newKey] = [addressClaimKey(workspaceId, from), addressClaimKey(workspaceId, to)];
  const [lookUp, executions] = await Promise.all([
    lookUpItems(table, [oldKey, newKey, ...suppressionKeys(workspaceId, to)]),
    readOpenExecutions(table, workspaceId, contact.id),
  ]);
  const [oldClaim, newClaim] = [toAddressClaim(lookUp(oldKey)), toAddressClaim(lookUp(newKey))];
  if (newClaim?.contactId !== undefined) throw addressTaken(newClaim.contactId);
  const executionInProgress = executions.find(isInProgress);
  if (executionInProgress) throw inProgressProblem(executionInProgress);

  const suppression = suppressionStateOf(workspaceId, to, newClaim, lookUp);
  const moved = { ...contact, email };
  const suppressionChange = await planSuppressionState(services, workspaceId, moved, suppression);

  return {
    ...suppressionChange,
    writes: [
      assignAddress(workspaceId, to, contact.id, newClaim),
      claimUpdate(workspaceId, from, oldClaim, { ...oldClaim, contactId: undefined }),
      formerAddressPut(workspaceId, contact.id, from),
      ...suppressionChange.writes,
    ],
  };
}

/** Plans the change of the contact's status to the status of its new address. */
async function planSuppressionState(
  services: Services,
  workspaceId: string,
  contact: StoredContact,
  { status, blocklistEntryId }: SuppressionState,
): Promise<ContactChange> {
  // The second test only narrows the type: every suppression has an entry.
  if (status === 'active' || blocklistEntryId === undefined) {
    const changes = contact.status === 'active' ? {} : reactivatedFields;
    const increments = contactStatusIncrements(workspaceId, contact.status, 'active');

    return { ...noContactChange, changes, increments };
  }
  const { reason } = await getEntry(services.table, workspaceId, blocklistEntryId);
  const suppressed = { status, blocklistEntryId, reason };
  const suppressionChange = await planContactSuppression(services, workspaceId, contact, suppressed);

  return {
    ...suppressionChange,
    writes: [
      ...suppressionChange.writes,
      ...suppressionCountWrites(workspaceId, [{ ...contact, blocklistEntryId }]),
    ],
  };
}

/** Whether a message was sent, is in flight or has an unknown outcome: the thread then belongs to the current address. */
function isInProgress({ sentCount, sendState }: Execution): boolean {
  return sentCount > 0 || ['sending', 'unknown'].includes(sendState);
}

function inProgressProblem({ id, campaignId }: Execution): Problem {
  return invalidField(
    'email',
    'in_progress',
    `cannot be changed while execution ${id} in campaign ${campaignId} is in progress: remove the contact from the campaign first, with removeCampaignIds`,
  );
}
