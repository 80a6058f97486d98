import { chunkSize, executionChunk, nextOfIndex } from '#lib/campaigns/enrolment/job-chunks.ts';
import { type EnrolmentJob, jobMessages, jobWrites, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { campaignsOfStatus } from '#lib/campaigns/state/items.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { joinChanges } from '#lib/executions/execution-change.ts';
import { readOpenExecutions, readPausedContacts } from '#lib/executions/executions.ts';
import { planExecutionResume } from '#lib/executions/status-transitions.ts';
import type { Chunk } from '#lib/jobs/description.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

/** Resumes the next paused executions of a campaign, after a change of its texts or of a company. */
export async function resumeChunk(services: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { table, now } = services;
  const { workspaceId, campaignId, companyId, after } = job;
  const contactIds = await readPausedContacts(table, { workspaceId, campaignId }, after, chunkSize);

  return executionChunk(services, job, nextOfIndex(contactIds), async (executions) => {
    const paused = executions.filter(({ status }) => status === 'paused');
    const affected =
      companyId === undefined ? paused : await filterByCompany(table, workspaceId, companyId, paused);

    return joinChanges(affected.map((execution) => planExecutionResume(execution, now())));
  });
}

/** The executions of the company's contacts. */
async function filterByCompany(
  table: Table,
  workspaceId: string,
  companyId: string,
  executions: readonly Execution[],
): Promise<Execution[]> {
  const ids = executions.map(({ contactId }) => contactId);
  const contacts = await readContacts(table, workspaceId, ids);
  const members = new Set(contacts.filter((contact) => contact.companyId === companyId).map(({ id }) => id));

  return executions.filter(({ contactId }) => members.has(contactId));
}

/**
 * Resumes the executions of changed contacts that were paused for a missing variable. An execution pauses again if its
 * variable is still missing. Idempotent.
 * @returns dispatch messages for their campaigns
 */
export async function resumeContacts(
  services: Services,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<OutboxMessage[]> {
  const campaignIds = await Promise.all(contactIds.map((id) => resumeContact(services, workspaceId, id)));

  return [...new Set(campaignIds.flat())].map((campaignId) => ({ queue: 'ticks', message: { campaignId } }));
}

/** @returns the ids of the campaigns in which the contact was paused */
function resumeContact(services: Services, workspaceId: string, contactId: string): Promise<string[]> {
  return retryOnConflict(async () => {
    const open = await readOpenExecutions(services.table, workspaceId, contactId);
    const paused = open.filter(({ status, reason }) => status === 'paused' && reason === 'missing_variable');
    const changes = paused.map((execution) => planExecutionResume(execution, services.now()));
    await commit(services, workspaceId, joinChanges(changes));

    return paused.map(({ campaignId }) => campaignId);
  });
}

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
    const target = { workspaceId, campaignId, action: 'resume' } as const;
    const jobs = companyIds.map((companyId) => newEnrolmentJob({ ...target, companyId }, [], now));
    try {
      await commit(services, workspaceId, { writes: jobWrites(jobs) });
      messages.push(...jobMessages(jobs));
    } catch (error) {
      // The campaign was deleted concurrently.
      if (!(error instanceof StaleDecision)) throw error;
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
