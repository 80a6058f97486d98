import { countSuppressed } from '#lib/blocklist/coverage.ts';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { entryPut } from '#lib/blocklist/items.ts';
import { getEntry } from '#lib/blocklist/read.ts';
import type { Change } from '#lib/commit/change.ts';
import { claimWrite } from '#lib/contacts/addresses/address-claim.ts';
import { contactUpdated } from '#lib/contacts/changed.ts';
import type { AddressClaim, StoredContact, SuppressedStatus } from '#lib/contacts/contact.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { type ContactPart, changeContact, planContactSuppression } from '#lib/contacts/suppress.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
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
  readonly executionId?: string | null;
  /** An execution that the caller ends in the same transaction. */
  readonly settledExecutionId?: string;
}

export interface Addition {
  /** False if the value was already on the list. */
  readonly isNew: boolean;
  readonly change: Change<BlocklistEntry>;
}

/**
 * Suppresses an address for its current and later contacts. One transaction writes the entry, the address claim, and the
 * contact with its executions unless it is already suppressed. Idempotent.
 */
export async function planSuppression(
  services: Services,
  workspaceId: string,
  suppression: Suppression,
): Promise<Addition> {
  const claim = await readAddressClaim(services.table, workspaceId, suppression.address);
  const contact = await ownerOf(services, workspaceId, claim);
  const { part, entry, isNew } = await decideSuppression(services, workspaceId, suppression, {
    claim,
    contact,
  });
  const { changes, writes, events, tallies } = part;
  const changesContact = contact && Object.keys(changes).length > 0;

  const change: Change<BlocklistEntry> = {
    writes: changesContact
      ? [...writes, changeContact(workspaceId, contact, changes, services.now())]
      : writes,
    events: changesContact ? [...contactUpdated(contact, changes), ...events] : events,
    tallies,
    result: entry,
  };

  return { isNew, change };
}

/** The contact that has the address. `changeContact` later checks that the contact is unchanged. */
export async function ownerOf(
  { table }: Services,
  workspaceId: string,
  claim: AddressClaim | undefined,
): Promise<StoredContact | undefined> {
  if (claim?.contactId === undefined) return undefined;
  const contact = await readStoredContact(table, workspaceId, claim.contactId);
  if (!contact) throw new Stale('the contact was deleted meanwhile');

  return contact;
}

/** Plans a suppression without the write of the contact, so that the caller can merge it with other changes. */
export async function decideSuppression(
  services: Services,
  workspaceId: string,
  suppression: Suppression,
  known: { readonly claim: AddressClaim | undefined; readonly contact: StoredContact | undefined },
): Promise<{ readonly isNew: boolean; readonly entry: BlocklistEntry; readonly part: ContactPart }> {
  const { address, status, settledExecutionId } = suppression;
  const { claim, contact } = known;
  const existingId = claim?.suppressedBy;
  const isNew = existingId === undefined;
  const suppressesContact = contact !== undefined && outranks(status, contact);
  const entry = isNew
    ? newEntry(suppression, suppressesContact ? 1 : 0, services.now())
    : await getEntry(services.table, workspaceId, existingId);
  const by = { status, blocklistEntryId: entry.id, reason: entry.reason, settledExecutionId };
  const part = suppressesContact ? await planContactSuppression(services, workspaceId, contact, by) : nothing;
  const takesOver = suppressesContact && contact.blocklistEntryId !== entry.id;

  const writes: Write[] = [];
  if (isNew) writes.push(entryPut(workspaceId, entry));
  else if (takesOver) writes.push(countSuppressed(workspaceId, entry.id, 1));
  if (isNew || (status !== 'blocklisted' && claim?.suppressedAs !== status)) {
    const suppressed = { ...claim, suppressedAs: status, suppressedBy: entry.id };
    writes.push(claimWrite(workspaceId, address, claim, suppressed));
  }

  return { isNew, entry, part: { ...part, writes: [...writes, ...part.writes] } };
}

const nothing: ContactPart = { changes: {}, writes: [], events: [], tallies: [] };

/** An unsubscribe or a bounce overrides a blocklist status. Otherwise the first status stays. */
function outranks(status: SuppressedStatus, contact: StoredContact): boolean {
  return contact.status === 'active' || (status !== 'blocklisted' && contact.status !== status);
}

export function newEntry(
  { address: value, reason, note = null, campaignId = null, executionId = null }: Omit<Suppression, 'status'>,
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
    contactCount,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}
