import { jobWrites } from '#lib/campaigns/definition/edit-writes.ts';
import { jobMessages, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { campaignsOfStatus } from '#lib/campaigns/items.ts';
import { commit } from '#lib/commit/commit.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import { readPausedContacts } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { Problem } from '#lib/values/problem.ts';

/** Maximum number of campaigns that are read for each status. */
const campaignsMax = 1000;

/**
 * Creates a job for each changed company in each campaign with paused contacts. The job resumes the paused contacts of the
 * company. Idempotent: a contact pauses again if its variable is still missing.
 * @returns messages for the jobs
 */
export async function resumeCompanies(
  services: Services,
  workspaceId: string,
  companyIds: readonly string[],
): Promise<OutboxMessage[]> {
  if (companyIds.length === 0) return [];
  const campaignIds = await findCampaignsWithPausedContacts(services.table, workspaceId);
  const messages: OutboxMessage[] = [];
  for (const campaignId of campaignIds) {
    const now = services.now();
    const jobs = companyIds.map((companyId) => ({ ...newJob(campaignId, 'resume', [], now), companyId }));
    try {
      await commit(services, workspaceId, { writes: jobWrites(workspaceId, campaignId, jobs, 0, now) });
      messages.push(...jobMessages(jobs));
    } catch (error) {
      // The campaign was deleted concurrently.
      if (!(error instanceof Problem)) throw error;
    }
  }

  return messages;
}

/** Ids of campaigns with paused contacts. Eventually consistent. */
async function findCampaignsWithPausedContacts(table: Table, workspaceId: string): Promise<string[]> {
  const pages = await Promise.all(
    (['active', 'paused'] as const).map((status) =>
      table.query({ index: 'gsi2', pk: campaignsOfStatus(workspaceId, status), limit: campaignsMax }),
    ),
  );
  const ids = pages.flatMap(({ items }) => items.map((item) => String(item['gsi2sk'])));
  const paused = await Promise.all(
    ids.map((campaignId) => readPausedContacts(table, { workspaceId, campaignId }, undefined, 1)),
  );

  return ids.filter((_, position) => (paused[position] ?? []).length > 0);
}
