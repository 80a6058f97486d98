import { countSuppressed } from '#lib/blocklist/coverage.ts';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { entryPut } from '#lib/blocklist/items.ts';
import { getEntry } from '#lib/blocklist/read.ts';
import type { Change } from '#lib/commit/change.ts';
import { claimUpdate } from '#lib/contacts/addresses/address-claim.ts';
import type { AddressClaim, StoredContact, SuppressedStatus } from '#lib/contacts/contact.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import {
  type ContactChange,
  changeContact,
  noContactChange,
  planContactSuppression,
} from '#lib/contacts/suppress.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';

export interface Suppression {
  /** Normalised. */
  readonly address: string;
  /** New status of the address's contact. */
  readonly status: SuppressedStatus;
  readonly reason: BlocklistEntry['reason'];
  readonly note?: string | null;
  /** The campaign that caused the suppression. */
  readonly campaignId?: string | null;
  /** The execution that caused the suppression. */
  readonly executionId?: string | null;
  /** An execution that the caller ends in the same transaction. */
  readonly settledExecutionId?: string | undefined;
  /** The reply that caused the suppression. A change of its contact also sets `lastRepliedAt`. */
  readonly reply?:
    | { readonly id: string; readonly contactId: string; readonly receivedAt: string }
    | undefined;
}

export interface Addition {
  /** False if the value was already on the list. */
  readonly isNew: boolean;
  /** The contact that the change writes. */
  readonly changedContactId?: string | undefined;
  readonly change: Change<BlocklistEntry>;
}

/**
 * Suppresses an address for its current and later contacts. One transaction writes the entry, the address claim, and, if
 * the contact's status changes, the contact with its executions. Idempotent.
 */
export async function planSuppression(
  services: Services,
  workspaceId: string,
  suppression: Suppression,
): Promise<Addition> {
  const claim = await readAddressClaim(services.table, workspaceId, suppression.address);
  const contact = await readAddressOwner(services, workspaceId, claim);
  const { contactChange, entry, isNew } = await decideSuppression(services, workspaceId, suppression, {
    claim,
    contact,
  });
  const { changes, writes, events, increments } = contactChange;
  const changesContact = contact && Object.keys(changes).length > 0;
  const { reply } = suppression;
  const lastReply = reply && reply.contactId === contact?.id ? { lastRepliedAt: reply.receivedAt } : {};

  const change: Change<BlocklistEntry> = {
    writes: changesContact
      ? [...writes, changeContact(workspaceId, contact, { ...changes, ...lastReply }, services.now())]
      : writes,
    events: changesContact ? [...contactUpdatedEvents(contact, changes), ...events] : events,
    increments,
    result: entry,
  };

  return { isNew, change, changedContactId: changesContact ? contact.id : undefined };
}

/** The contact that has the address. `changeContact` later checks that the contact is unchanged. */
export async function readAddressOwner(
  { table }: Services,
  workspaceId: string,
  claim: AddressClaim | undefined,
): Promise<StoredContact | undefined> {
  if (claim?.contactId === undefined) return undefined;
  const contact = await readStoredContact(table, workspaceId, claim.contactId);
  if (!contact) throw new StaleDecision('the contact was deleted concurrently');

  return contact;
}

/**
 * Plans a suppression without the write of the contact, so that the caller can merge it with other changes.
 * @returns `isNew`: the address had no entry. `entry`: the new or the existing entry
 */
export async function decideSuppression(
  services: Services,
  workspaceId: string,
  suppression: Suppression,
  current: { readonly claim: AddressClaim | undefined; readonly contact: StoredContact | undefined },
): Promise<{
  readonly isNew: boolean;
  readonly entry: BlocklistEntry;
  readonly contactChange: ContactChange;
}> {
  const { address, status, settledExecutionId } = suppression;
  const { claim, contact } = current;
  const existingId = claim?.suppressedBy;
  const isNew = existingId === undefined;
  const suppressesContact = contact !== undefined && overridesStatus(status, contact);
  const entry = isNew
    ? newEntry(suppression, suppressesContact ? 1 : 0, services.now())
    : await getEntry(services.table, workspaceId, existingId);
  const cause = { status, blocklistEntryId: entry.id, reason: entry.reason, settledExecutionId };
  const contactChange = suppressesContact
    ? await planContactSuppression(services, workspaceId, contact, cause)
    : noContactChange;
  // An entry counts each contact once.
  const isNewlyCounted = suppressesContact && contact.blocklistEntryId !== entry.id;

  const writes: Write[] = [];
  if (isNew) writes.push(entryPut(workspaceId, entry));
  else if (isNewlyCounted) writes.push(countSuppressed(workspaceId, entry.id, 1));
  // An unsubscribe or a bounce replaces another status of the address; a blocklisting does not.
  if (isNew || (status !== 'blocklisted' && claim?.suppressedAs !== status)) {
    const suppressedClaim = { ...claim, suppressedAs: status, suppressedBy: entry.id };
    writes.push(claimUpdate(workspaceId, address, claim, suppressedClaim));
  }

  return { isNew, entry, contactChange: { ...contactChange, writes: [...writes, ...contactChange.writes] } };
}

/** Whether a contact gets the status. An unsubscribe or a bounce overrides every other status, a blocklisting only `active`. */
function overridesStatus(status: SuppressedStatus, contact: StoredContact): boolean {
  return contact.status === 'active' || (status !== 'blocklisted' && contact.status !== status);
}

/** The `address` may also be a domain. */
export function newEntry(
  {
    address: value,
    reason,
    note = null,
    campaignId = null,
    executionId = null,
    reply,
  }: Omit<Suppression, 'status'>,
  contactCount: number,
  now: number,
): BlocklistEntry {
  return {
    id: newId('blk', now),
    value,
    type: value.includes('@') ? 'email' : 'domain',
    reason,
    note,
    campaignId,
    executionId,
    replyId: reply?.id ?? null,
    contactCount,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}
