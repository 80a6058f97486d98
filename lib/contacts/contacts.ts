import type { NewEvent } from '#lib/activity/new-event.ts';
import type { Contact, NewContact } from '#lib/contacts/contact.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import {
  contactKey,
  contactPut,
  contactShards,
  contactsIndex,
  emailClaimKey,
  toContact,
} from '#lib/contacts/items.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { invalidField, notFound } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { chunksOf } from '#lib/runtime/chunks.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { shardsOf } from '#lib/storage/merge.ts';
import type { Check, Put } from '#lib/storage/table.ts';

/** The address is claimed in the same transaction, so two requests cannot both create it. */
export function planContact({ now }: Services, workspaceId: string, input: NewContact): Change<Contact> {
  const contact = newContact(newId('con', now()), input, 'api', now());

  return {
    writes: [contactPut(workspaceId, contact), emailClaim(workspaceId, contact)],
    events: [contactCreated(contact)],
    result: contact,
  };
}

export async function getContact(
  { table }: Services,
  workspaceId: string,
  contactId: string,
): Promise<Contact> {
  const item = await table.get(contactKey(workspaceId, contactId));
  if (!item) throw notFound();

  return toContact(item);
}

export async function listContacts(
  services: Services,
  workspaceId: string,
  { email, ...request }: PageRequest & { readonly email?: string | undefined },
): Promise<Page<Contact>> {
  if (email !== undefined) return findByEmail(services, workspaceId, email);

  return queryPage(services.table, {
    index: 'gsi1',
    partitions: shardsOf(contactsIndex(workspaceId), contactShards),
    request,
    read: (items) => items.map(toContact),
  });
}

async function findByEmail({ table }: Services, workspaceId: string, email: string): Promise<Page<Contact>> {
  const claim = await table.get(emailClaimKey(workspaceId, normaliseEmail(email)));
  const item = claim && (await table.get(contactKey(workspaceId, String(claim['contactId']))));

  return { data: item ? [toContact(item)] : [], nextCursor: null, hasMore: false };
}

export function newContact(id: string, input: NewContact, source: Contact['source'], now: number): Contact {
  const createdAt = timestamp(now);

  return { ...input, id, status: 'active', source, createdAt, updatedAt: createdAt };
}

export function emailClaim(workspaceId: string, { id, email }: Contact): Put {
  return {
    put: { ...emailClaimKey(workspaceId, normaliseEmail(email)), contactId: id },
    if: { pk: 'absent' },
    otherwise: (claim) =>
      invalidField('email', 'unique', `belongs to contact ${String(claim?.['contactId'])}`),
  };
}

export function contactCreated({ id, email }: Contact): NewEvent {
  return { type: 'contact.created', data: { contactId: id, email } };
}

/** What BatchGetItem takes at once. */
const readBatchSize = 100;

/** Those of the contacts that exist, in no particular order. */
export async function readContacts(
  table: Services['table'],
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Contact[]> {
  const found = await Promise.all(
    chunksOf(contactIds, readBatchSize).map((batch) =>
      table.getMany(batch.map((id) => contactKey(workspaceId, id))),
    ),
  );

  return found.flat().map(toContact);
}

export async function findContact(
  table: Services['table'],
  workspaceId: string,
  contactId: string,
): Promise<Contact | undefined> {
  const item = await table.get(contactKey(workspaceId, contactId));

  return item && toContact(item);
}

/** Part of every enrolment and claim: a contact that is gone or suppressed gets no mail. */
export function mustBeMailable(workspaceId: string, contactId: string): Check {
  return { check: contactKey(workspaceId, contactId), if: { status: { is: 'active' } } };
}
