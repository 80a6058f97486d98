import * as z from 'zod/mini';
import { type ContactResult, isDeletion } from '#lib/bulk-jobs/bulk-job.ts';
import type { StoredBulkJob } from '#lib/bulk-jobs/items.ts';
import type { Change } from '#lib/commit/change.ts';
import type { ContactPatch, EnrolledContact, StoredContact } from '#lib/contacts/contact.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import { planStoredContactUpdate } from '#lib/contacts/update.ts';
import { log } from '#lib/runtime/log.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';
import { invalidField, notFound, Problem } from '#lib/values/problem.ts';
import { CustomFields, Tags } from '#lib/values/profile.ts';

/** The planned change of one contact and the outcome that it has when it is committed. */
export interface ContactPlan {
  readonly item: ContactResult;
  readonly change: Omit<Change<unknown>, 'result'>;
}

/**
 * Plans the change of one contact with the use case of the single operation, so that both have the same rules and events. A
 * contact that cannot be changed gets an outcome with the reason.
 * @param find returns the contact as read with strong consistency
 * @param services with a snapshot of the table
 * @throws faults of AWS services, and StaleDecision
 */
export async function planContactChange(
  services: Services,
  job: StoredBulkJob,
  contactId: string,
  find: (contactId: string) => StoredContact | undefined,
): Promise<ContactPlan> {
  try {
    if (isDeletion(job.action)) {
      // The deletion reads the same contact again, because its table is a snapshot.
      const contact = await readStoredContact(services.table, job.workspaceId, contactId);
      const reason = contact && job.action === 'delete_untouched' ? reasonToKeep(contact) : undefined;
      if (reason) return { change: { writes: [] }, item: itemOf(contactId, 'skipped', reason) };
      const change = await planContactDeletion(services, job.workspaceId, contactId);

      return { change, item: itemOf(contactId, 'changed') };
    }
    const before = find(contactId);
    if (!before) throw notFound();
    const patch = patchOf(job, before);
    const change = await planStoredContactUpdate(services, job.workspaceId, before, patch);

    return { change, item: updateItem(contactId, change) };
  } catch (error) {
    if (isServiceFault(error) || error instanceof StaleDecision) throw error;

    return { change: { writes: [] }, item: failedItem(job, contactId, error) };
  }
}

/** What happened to a contact since its creation; undefined if nothing did. */
function reasonToKeep({ version, lastContactedAt, lastRepliedAt }: StoredContact) {
  if (lastContactedAt !== null || lastRepliedAt !== null) return 'contacted';

  return version > 1 ? 'changed_since_creation' : undefined;
}

/** The outcome for a contact with a change that cannot be planned or committed. An error other than a Problem is also logged. */
export function failedItem(
  { action, workspaceId }: StoredBulkJob,
  contactId: string,
  error: unknown,
): ContactResult {
  if (!(error instanceof Problem)) {
    log('error', 'job items set aside', { workspaceId, contactId, count: 1 }, error);

    return itemOf(contactId, 'failed', 'unprocessable');
  }
  if (error.code === 'NOT_FOUND') return itemOf(contactId, 'skipped', 'not_found');
  // With `enrol`, only the campaign can be missing.
  const rules = error.details?.map(({ rule }) => rule) ?? [];
  if (action === 'enrol' && rules.includes('exists')) return itemOf(contactId, 'skipped', 'campaign_deleted');

  return { ...itemOf(contactId, 'failed', 'invalid'), message: error.message };
}

export function itemOf(
  contactId: string,
  outcome: ContactResult['outcome'],
  reason: ContactResult['reason'] = null,
): ContactResult {
  return { contactId, outcome, reason, message: null };
}

/** A planned update without writes changes nothing. */
function updateItem(contactId: string, { writes, result }: Change<EnrolledContact>): ContactResult {
  const [refusal] = result.enrolment?.notEnrolled ?? [];
  if (refusal) return itemOf(contactId, 'skipped', refusal.reason);

  return itemOf(contactId, writes.length > 0 ? 'changed' : 'unchanged');
}

/** @throws Problem 422 if the contact would exceed a limit */
function patchOf(
  { action, fields, tags = [], campaignId }: StoredBulkJob,
  before: StoredContact,
): ContactPatch {
  const campaignIds = campaignId === undefined ? [] : [campaignId];
  switch (action) {
    case 'add_tags':
      return { tags: withinLimit(Tags, 'tags', [...new Set([...before.tags, ...tags])]) };
    case 'remove_tags':
      return { tags: before.tags.filter((tag) => !tags.includes(tag)) };
    case 'enrol':
      return { addCampaignIds: campaignIds };
    case 'remove_from_campaign':
      return { removeCampaignIds: campaignIds };
    default: {
      const { customFields, ...others } = fields ?? {};
      if (!customFields) return others;
      const merged = { ...before.customFields, ...customFields };

      return { ...others, customFields: withinLimit(CustomFields, 'customFields', merged) };
    }
  }
}

function withinLimit<Value>(schema: z.ZodMiniType<Value>, field: string, value: Value): Value {
  if (!z.safeParse(schema, value).success)
    throw invalidField(field, 'too_big', 'the contact would have too many');

  return value;
}
