import { decideEnrolment } from '#lib/campaigns/enrolment.ts';
import { planEnrolmentJobs } from '#lib/campaigns/enrolment-jobs.ts';
import type { Enrolment } from '#lib/campaigns/enrolment-report.ts';
import { type CampaignOutline, readOutlines } from '#lib/campaigns/outline.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/address-items.ts';
import type { Contact, NewContact } from '#lib/contacts/contact.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import { contactKey, toContact } from '#lib/contacts/items.ts';
import { invalidField } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUp } from '#lib/storage/look-up.ts';
import type { Table } from '#lib/storage/table.ts';

/** @throws Problem 422 when there is no such campaign */
export async function campaignOfImport(
  table: Table,
  workspaceId: string,
  campaignId: string | undefined,
): Promise<CampaignOutline | undefined> {
  if (campaignId === undefined) return undefined;
  const [campaign] = await readOutlines(table, workspaceId, [campaignId]);
  if (!campaign) throw invalidField('campaignId', 'exists', 'does not exist');

  return campaign;
}

/**
 * Everybody of a file enters a campaign, whether the file made him or he was there before. It is committed with the
 * answer: an import that dies before has enrolled nobody, and its repeat does.
 * @param createdIds whom the file made
 */
export async function planImportEnrolment(
  { table, now }: Services,
  workspaceId: string,
  campaign: CampaignOutline | undefined,
  rows: readonly NewContact[],
  createdIds: readonly string[],
): Promise<Change<Enrolment>> {
  if (!campaign) return { writes: [], result: { enrolled: 0, notEnrolled: [] } };
  const contacts = await readAll(table, workspaceId, [
    ...new Set([...createdIds, ...(await idsBefore(table, workspaceId, rows, createdIds))]),
  ]);
  const fresh = new Set(createdIds);
  const { contactIds, ...result } = await decideEnrolment(table, workspaceId, campaign, contacts, fresh);

  return { ...planEnrolmentJobs(workspaceId, campaign.id, contactIds, now()), result };
}

/** The contacts whose addresses the file has: nothing needs to be looked up when it made all of them. */
async function idsBefore(
  table: Table,
  workspaceId: string,
  rows: readonly NewContact[],
  createdIds: readonly string[],
): Promise<string[]> {
  if (createdIds.length === rows.length) return [];
  const keys = rows.map(({ email }) => addressClaimKey(workspaceId, normaliseEmail(email)));
  const found = await lookUp(table, keys);

  return keys.flatMap((key) => toAddressClaim(found(key))?.contactId ?? []);
}

async function readAll(table: Table, workspaceId: string, ids: readonly string[]): Promise<Contact[]> {
  const keys = ids.map((id) => contactKey(workspaceId, id));
  const found = await lookUp(table, keys);

  return keys.map(found).flatMap((item) => (item ? [toContact(item)] : []));
}
