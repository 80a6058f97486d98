import { countSuppressed, coverageKeys, findCoveringEntryId } from '#lib/blocklist/coverage.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { assignAddress } from '#lib/contacts/addresses/address-claim.ts';
import type {
  AddressClaim,
  Contact,
  ContactStatus,
  NewContact,
  StoredContact,
} from '#lib/contacts/contact.ts';
import { externalIdWrites } from '#lib/contacts/external-ids/claim.ts';
import { contactPut, tagKey } from '#lib/contacts/items.ts';
import type { ItemLookup, Key, Write } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';

/** The status that the blocklist gives to a contact of an address. */
export interface SuppressionState {
  readonly status: ContactStatus;
  /** Undefined for an active contact. */
  readonly blocklistEntryId?: string | undefined;
}

/** Keys to read for `suppressionStateOf`, in addition to the address's claim. @param address normalised */
export function suppressionKeys(workspaceId: string, address: string): Key[] {
  return coverageKeys(workspaceId, splitAddress(address).domain);
}

/** The suppression of a new contact with this address. An entry of the address takes precedence over an entry of its domain. */
export function suppressionStateOf(
  workspaceId: string,
  address: string,
  claim: Pick<AddressClaim, 'suppressedAs' | 'suppressedBy'> | undefined,
  lookUp: ItemLookup,
): SuppressionState {
  if (claim?.suppressedBy !== undefined) {
    return { status: claim.suppressedAs ?? 'blocklisted', blocklistEntryId: claim.suppressedBy };
  }
  const blocklistEntryId = findCoveringEntryId(workspaceId, splitAddress(address).domain, lookUp);

  return blocklistEntryId === undefined ? { status: 'active' } : { status: 'blocklisted', blocklistEntryId };
}

interface ContactOrigin {
  readonly id: string;
  readonly companyId: string | null;
  readonly source: Contact['source'];
  readonly suppression: SuppressionState;
  readonly now: number;
}

export function newContact(
  { companyName: _, campaignIds: __, ...input }: NewContact,
  { id, companyId, source, suppression, now }: ContactOrigin,
): StoredContact {
  const createdAt = timestamp(now);

  return {
    ...input,
    id,
    companyId,
    ...suppression,
    source,
    lastContactedAt: null,
    lastRepliedAt: null,
    unsubscribedAt: null,
    bouncedAt: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
}

/** The address claim is the first write: its condition fails if another contact has the address. */
export function newContactWrites(
  workspaceId: string,
  contact: StoredContact,
  claim: AddressClaim | undefined,
): [Write, ...Write[]] {
  return [
    assignAddress(workspaceId, normaliseEmail(contact.email), contact.id, claim),
    contactPut(workspaceId, contact),
    ...contact.tags.map((tag): Write => ({ put: { ...tagKey(workspaceId, tag, contact.id) } })),
    ...externalIdWrites(workspaceId, contact.id, null, contact.externalId),
  ];
}

/** Counter updates of the entries that suppress new contacts. */
export function suppressionCountWrites(workspaceId: string, contacts: readonly StoredContact[]): Write[] {
  const contactsByEntry = Map.groupBy(contacts, ({ blocklistEntryId }) => blocklistEntryId);

  return [...contactsByEntry].flatMap(([entryId, suppressed]) =>
    entryId === undefined ? [] : countSuppressed(workspaceId, entryId, suppressed.length),
  );
}

export function contactCreatedEvent({ id, email }: Contact): NewEvent {
  return { type: 'contact.created', data: { contactId: id, email } };
}

/** The source of a contact that a request creates. */
export function sourceOf({ kind }: Pick<Principal, 'kind'>): Contact['source'] {
  return kind === 'session' ? 'dashboard' : 'api';
}
