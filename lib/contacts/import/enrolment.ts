import { decideEnrolment } from '#lib/campaigns/enrolment/enrolment.ts';
import { planEnrolmentJobs } from '#lib/campaigns/enrolment/jobs.ts';
import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { ChunkOutcome } from '#lib/contacts/import/items.ts';
import type { ImportFields } from '#lib/contacts/import/options.ts';
import type { ImportReport } from '#lib/contacts/import/report.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** @throws Problem 422 if the campaign does not exist */
export async function requireCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string | undefined,
  { optionsPrefix }: ImportFields,
): Promise<void> {
  if (campaignId === undefined) return;
  const campaigns = await readOutlines(table, workspaceId, [campaignId]);
  if (campaigns.length === 0) throw invalidField(`${optionsPrefix}campaignId`, 'exists', 'does not exist');
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
  const [[campaign], contacts] = await Promise.all([
    readOutlines(table, workspaceId, [campaignId]),
    readContacts(table, workspaceId, ids),
  ]);
  if (!campaign) {
    const notEnrolled = ids.map((contactId) => ({ contactId, reason: 'campaign_deleted' as const }));

    return { writes: [], result: { enrolled: 0, notEnrolled } };
  }
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
