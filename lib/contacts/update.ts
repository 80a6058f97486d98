import { decideSuppression } from '#lib/blocklist/suppress.ts';
import type { Change } from '#lib/commit/change.ts';
import { companyReferenceKeys, linkCompanies } from '#lib/companies/link.ts';
import { planAddressMove } from '#lib/contacts/addresses/move-address.ts';
import {
  type ContactPatch,
  type EnrolledContact,
  profilePatch,
  type StoredContact,
} from '#lib/contacts/contact.ts';
import { companyCounterIncrements } from '#lib/contacts/counters.ts';
import { externalIdWrites } from '#lib/contacts/external-ids/claim.ts';
import { contactUnchangedCheck, contactUpdate, presentContact, tagKey } from '#lib/contacts/items.ts';
import { planMembership } from '#lib/contacts/membership.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { type ContactChange, noContactChange } from '#lib/contacts/suppress.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems, type Write } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function planContactUpdate(
  services: Services,
  workspaceId: string,
  contactId: string,
  patch: ContactPatch,
): Promise<Change<EnrolledContact>> {
  const before = await readStoredContact(services.table, workspaceId, contactId);
  if (!before) throw notFound();

  return planStoredContactUpdate(services, workspaceId, before, patch);
}

/**
 * Applies a patch to a contact and to its campaign memberships. If the patch changes nothing, nothing is written and no event
 * is emitted.
 * @param before the contact as read with strong consistency
 */
export async function planStoredContactUpdate(
  services: Services,
  workspaceId: string,
  before: StoredContact,
  patch: ContactPatch,
): Promise<Change<EnrolledContact>> {
  const { updatedAt: basedOn } = before;
  const contactChanges = await Promise.all([
    planAddress(services, workspaceId, before, patch),
    planCompany(services, workspaceId, before, patch),
    planUnsubscribe(services, workspaceId, before, patch),
  ]);
  const changes = Object.assign(
    profileChanges(patch),
    ...contactChanges.map((contactChange) => contactChange.changes),
  );
  const after: StoredContact = { ...before, ...changes };
  const updatedEvents = contactUpdatedEvents(before, changes);
  // A suppression ends all executions of the contact.
  const willEndAll = changes.status !== undefined && changes.status !== 'active';
  const { enrolment, ...membership } = await planMembership(services, workspaceId, after, patch, willEndAll);
  const enrolmentResult = enrolment && { enrolment };
  if (updatedEvents.length === 0) {
    const writes =
      membership.writes.length > 0 ? [contactUnchangedCheck(workspaceId, before), ...membership.writes] : [];

    return { ...membership, writes, basedOn, result: { ...presentContact(before), ...enrolmentResult } };
  }

  const now = services.now();

  return {
    writes: [
      contactUpdate(workspaceId, before, changes, now),
      ...contactChanges.flatMap((contactChange) => contactChange.writes),
      ...tagWrites(workspaceId, before, after),
      ...externalIdWrites(workspaceId, before.id, before.externalId, after.externalId),
      ...membership.writes,
    ],
    events: [...updatedEvents, ...contactChanges.flatMap((contactChange) => contactChange.events)],
    increments: [
      ...contactChanges.flatMap((contactChange) => contactChange.increments),
      ...membership.increments,
    ],
    messages: membership.messages,
    basedOn,
    result: { ...presentContact(after), updatedAt: timestampAfter(basedOn, now), ...enrolmentResult },
  };
}

/**
 * The fields that are copied from the patch to the contact. The others are planned separately. A copied `email` changes only its
 * case; `planAddress` plans any other change.
 */
const copiedFields = new Set(['email', 'externalId', ...Object.keys(profilePatch)]);

/** The changes of profile fields; null clears a field. */
function profileChanges(patch: ContactPatch): Partial<StoredContact> {
  const { tags, customFields, ...fields } = patch;
  const copied = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && copiedFields.has(name),
  );

  return {
    ...Object.fromEntries(copied),
    ...(tags !== undefined && { tags: tags ?? [] }),
    ...(customFields !== undefined && { customFields: customFields ?? {} }),
  };
}

async function planAddress(
  services: Services,
  workspaceId: string,
  before: StoredContact,
  { email, status }: ContactPatch,
): Promise<ContactChange> {
  if (email === undefined || normaliseEmail(email) === normaliseEmail(before.email)) return noContactChange;
  if (status !== undefined) {
    throw invalidField('status', 'exclusive', 'cannot be changed together with email: send two requests');
  }

  return planAddressMove(services, workspaceId, before, email);
}

async function planCompany(
  { table, now }: Services,
  workspaceId: string,
  before: StoredContact,
  patch: ContactPatch,
): Promise<ContactChange> {
  const companyName = patch.companyName ?? undefined;
  const companyId = patch.companyId === undefined && patch.companyName === null ? null : patch.companyId;
  if (companyName === undefined && (companyId === undefined || companyId === before.companyId))
    return noContactChange;
  const companyReference = {
    companyId,
    companyName,
    domain: splitAddress(normaliseEmail(before.email)).domain,
  };
  const lookUp = await lookUpItems(table, companyReferenceKeys(workspaceId, companyReference));
  const { companyIds, writes } = linkCompanies(workspaceId, [companyReference], lookUp, now());
  const [linkedId = null] = companyIds;

  const increments = companyCounterIncrements(before.companyId, linkedId);

  return { changes: { companyId: linkedId }, writes, events: [], increments };
}

async function planUnsubscribe(
  services: Services,
  workspaceId: string,
  before: StoredContact,
  { status }: ContactPatch,
): Promise<ContactChange> {
  if (status === undefined || before.status === status) return noContactChange;
  const address = normaliseEmail(before.email);
  const claim = await readAddressClaim(services.table, workspaceId, address);
  const suppression = { address, status, reason: 'unsubscribed' } as const;
  const current = { claim, contact: before };
  const { contactChange } = await decideSuppression(services, workspaceId, suppression, current);

  return contactChange;
}

function tagWrites(workspaceId: string, before: StoredContact, after: StoredContact): Write[] {
  const key = (tag: string) => tagKey(workspaceId, tag, before.id);
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  const added = after.tags.filter((tag) => !before.tags.includes(tag));

  return [
    ...removed.map((tag): Write => ({ delete: key(tag) })),
    ...added.map((tag): Write => ({ put: { ...key(tag) } })),
  ];
}
