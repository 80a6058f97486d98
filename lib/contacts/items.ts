import * as z from 'zod/mini';
import { Contact, type ContactStatus, contactStatuses, type StoredContact } from '#lib/contacts/contact.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { presentAttributes, shardOf, shardsOf, versionedUpdate } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Check, Item, Key, Put, Update } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/*
 * | access pattern                              | how                                                             |
 * |---------------------------------------------|-----------------------------------------------------------------|
 * | get by id                                   | GetItem W#<workspace>#CONTACT#<id>, CONTACT                      |
 * | list by status, newest first                | gsi1 W#<workspace>#CONTACTS#<status>, by id; active: #<shard 0..3>|
 * | list newest first                           | all of these, merged                                            |
 * | by address, exact or by its beginning       | gsi2 W#<workspace>#CONTACTS_BY_EMAIL#<shard 0..3>, by address     |
 * | contacts of a company, newest first         | gsi4 W#<workspace>#COMPANY#<id>#CONTACTS, by id                   |
 * | contacts with a tag, newest first           | Query W#<workspace>#TAG#<tag>#<shard 0..7>, by id                 |
 * | address is unique, and may be suppressed    | GetItem W#<workspace>#AT#<its domain's last two labels>#<shard>   |
 * | external id is unique; exact look-up        | GetItem W#<workspace>#CONTACT_EXTERNAL_ID#<id>, CLAIM             |
 * | contacts of a domain and its sub-domains    | Query the same #AT# partitions, <domain reversed>#<local part>   |
 * | executions and activity of a contact        | Query its partition: EXE#, EVT#                                 |
 *
 * Addresses: `addresses/address-claim.ts`. External ids: `external-ids/claim.ts`. Imports: `import/items.ts`.
 *
 * A partition accepts 1,000 write units per second. A new contact costs in each index and item:
 * - gsi1 and gsi2: one unit per KB, because they project all attributes. Keys only would cost one unit, but each page of a list
 *   would need a second round trip and a read of each contact.
 * - tag and address: two units, because transactional writes cost double.
 *
 * With these shards, a workspace can create 3,600 contacts of 0.5 KB per second, or 1,250 of 2.5 KB:
 * test/bench/lists/write-ceiling.slow.test.ts. Twice the shards would double these rates, and also the reads per page.
 */
const activeShards = 4;
const addressShards = 4;
const tagShards = 8;

function contactPartition(workspaceId: string, contactId: string): string {
  return `W#${workspaceId}#CONTACT#${contactId}`;
}

export function contactKey(workspaceId: string, contactId: string): Key {
  return { pk: contactPartition(workspaceId, contactId), sk: 'CONTACT' };
}

const statusIndex = (workspaceId: string, status: ContactStatus) => `W#${workspaceId}#CONTACTS#${status}`;

/** The contacts of a status, or all contacts, newest first. */
export function contactsByStatus(workspaceId: string, status?: ContactStatus): MergedQuery {
  const partitions = status
    ? partitionsOf(workspaceId, status)
    : contactStatuses.flatMap((each) => partitionsOf(workspaceId, each));

  // `active` comes first in `contactStatuses`; its shards hold nearly all items.
  return { index: 'gsi1', partitions, fullPartitions: Math.min(partitions.length, activeShards) };
}

function partitionsOf(workspaceId: string, status: ContactStatus): string[] {
  const index = statusIndex(workspaceId, status);

  return status === 'active' ? shardsOf(index, activeShards) : [index];
}

function statusPartition(workspaceId: string, status: ContactStatus, id: string): string {
  const index = statusIndex(workspaceId, status);

  return status === 'active' ? `${index}#${shardOf(id, activeShards)}` : index;
}

const addressIndex = (workspaceId: string) => `W#${workspaceId}#CONTACTS_BY_EMAIL`;

/** Contacts with an address that begins with `prefix`, in order of addresses. `prefix` is in lower case and ASCII. */
export function contactsByAddressPrefix(workspaceId: string, prefix: string): MergedQuery {
  return {
    index: 'gsi2',
    partitions: shardsOf(addressIndex(workspaceId), addressShards),
    prefix,
    ascending: true,
  };
}

/** @param address normalised */
export function contactsByAddress(workspaceId: string, address: string): MergedQuery {
  return {
    index: 'gsi2',
    partitions: [`${addressIndex(workspaceId)}#${shardOf(address, addressShards)}`],
    from: address,
    to: address,
  };
}

const companyIndex = (workspaceId: string, companyId: string) =>
  `W#${workspaceId}#COMPANY#${companyId}#CONTACTS`;

/** Keys only, newest first. */
export function contactsByCompany(workspaceId: string, companyId: string): MergedQuery {
  return { index: 'gsi4', partitions: [companyIndex(workspaceId, companyId)] };
}

const tagPartition = (workspaceId: string, tag: string) => `W#${workspaceId}#TAG#${tag}`;

/** Entries with a contact's id as sort key, newest first. */
export function contactsByTag(workspaceId: string, tag: string): MergedQuery {
  return { partitions: shardsOf(tagPartition(workspaceId, tag), tagShards) };
}

export function tagKey(workspaceId: string, tag: string, contactId: string): Key {
  return { pk: `${tagPartition(workspaceId, tag)}#${shardOf(contactId, tagShards)}`, sk: contactId };
}

export function contactPut(workspaceId: string, contact: StoredContact): Put {
  return {
    put: { ...contactKey(workspaceId, contact.id), ...attributesOf(workspaceId, contact) },
    if: { pk: 'absent' },
  };
}

/** Updates a contact if it is unchanged since it was read; otherwise the commit throws StaleDecision. */
export function contactUpdate(
  workspaceId: string,
  before: StoredContact,
  changes: Partial<StoredContact>,
  now: number,
): Update {
  const attributes = (resource: StoredContact) => attributesOf(workspaceId, resource);

  return {
    ...versionedUpdate(contactKey(workspaceId, before.id), before, changes, attributes, now),
    otherwise: () => new StaleDecision('the contact was changed concurrently'),
  };
}

/** A condition that fails with StaleDecision if the contact has changed since it was read. */
export function contactUnchangedCheck(workspaceId: string, { id, version }: StoredContact): Check {
  return {
    check: contactKey(workspaceId, id),
    if: { version: { is: version } },
    otherwise: () => new StaleDecision('the contact was changed concurrently'),
  };
}

function attributesOf(workspaceId: string, contact: StoredContact): Record<string, unknown> {
  const { id, status, companyId } = contact;
  const address = normaliseEmail(contact.email);

  return {
    ...presentAttributes({ ...contact }),
    gsi1pk: statusPartition(workspaceId, status, id),
    gsi1sk: id,
    gsi2pk: `${addressIndex(workspaceId)}#${shardOf(address, addressShards)}`,
    gsi2sk: address,
    ...(companyId !== null && { gsi4pk: companyIndex(workspaceId, companyId), gsi4sk: id }),
  };
}

const ContactItem = z.object({
  ...Contact.shape,
  blocklistEntryId: z.optional(z.string()),
  version: z.int(),
});

export function toStoredContact(item: Item): StoredContact {
  return ContactItem.parse(item);
}

export function toContact(item: Item): Contact {
  return presentContact(toStoredContact(item));
}

/** The contact's representation in the API. */
export function presentContact({ blocklistEntryId: _, version: __, ...contact }: StoredContact): Contact {
  return contact;
}
