import { decideEnrolment } from '#lib/campaigns/enrolment/enrolment.ts';
import { planEnrolmentJobs } from '#lib/campaigns/enrolment/enrolment-jobs.ts';
import { type CampaignOutline, readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import type { ChunkOutcome } from '#lib/contacts/import/items.ts';
import type { ImportFields } from '#lib/contacts/import/options.ts';
import type { ImportReport } from '#lib/contacts/import/report.ts';
import { contactKey, toContact } from '#lib/contacts/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems, type Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** @throws Problem 422 if the campaign does not exist */
export async function requireCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string | undefined,
  { optionsPrefix }: ImportFields,
): Promise<void> {
  const campaign = await readImportCampaign(table, workspaceId, campaignId);
  if (campaignId !== undefined && !campaign)
    throw invalidField(`${optionsPrefix}campaignId`, 'exists', 'does not exist');
}

/**
 * Plans the enrolment of the contacts of processed rows, new or existing. The caller commits it together with the record that
 * these rows are done, so a retry cannot enrol them twice. If the campaign was deleted during the import, each contact is
 * reported as not enrolled.
 */
export async function planImportEnrolment(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string | undefined,
  { created, updated, skipped }: ChunkOutcome,
): Promise<Change<Pick<ImportReport, 'enrolled' | 'notEnrolled'>>> {
  if (campaignId === undefined) return { writes: [], result: { enrolled: 0, notEnrolled: [] } };
  const ids = [...created, ...updated, ...skipped];
  const keys = ids.map((id) => contactKey(workspaceId, id));
  const [campaign, lookUp] = await Promise.all([
    readImportCampaign(table, workspaceId, campaignId),
    lookUpItems(table, keys),
  ]);
  if (!campaign) {
    const notEnrolled = ids.map((contactId) => ({ contactId, reason: 'campaign_deleted' as const }));

    return { writes: [], result: { enrolled: 0, notEnrolled } };
  }
  const contacts = keys.map(lookUp).flatMap((item) => (item ? [toContact(item)] : []));
  const newContactIds = new Set(created);
  const { contactIds, ...result } = await decideEnrolment(
    table,
    workspaceId,
    campaign,
    contacts,
    newContactIds,
  );

  return { ...planEnrolmentJobs(workspaceId, campaign.id, contactIds, now()), result };
}

/** Undefined without a campaign, or if the campaign does not exist. */
async function readImportCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string | undefined,
): Promise<CampaignOutline | undefined> {
  if (campaignId === undefined) return undefined;
  const [campaign] = await readOutlines(table, workspaceId, [campaignId]);

  return campaign;
}
