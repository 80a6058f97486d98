import { chunkSize, executionChunk, nextOfIndex, nextOfList } from '#lib/campaigns/enrolment/job-chunks.ts';
import { type EnrolmentJob, jobMessages, jobWrites, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import { isPastEnd } from '#lib/campaigns/state/transitions.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import { readCompanyContactIds } from '#lib/contacts/contacts.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { type ExecutionChange, joinChanges } from '#lib/executions/execution-change.ts';
import { readCampaignContacts } from '#lib/executions/executions.ts';
import type { Chunk } from '#lib/jobs/description.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';

/** Stops the executions of a job's next contacts. Contacts without an open execution are skipped. */
export function stopChunk(services: Services, job: EnrolmentJob): Chunk<string> {
  return executionChunk(services, job, nextOfList(job, chunkSize), (executions) =>
    planStops(executions, 'removed', services.now()),
  );
}

/**
 * Stops the next executions of a campaign after its `endAt`. The job ends early when `endAt` was moved or the campaign was
 * deleted.
 */
export async function endChunk(services: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { table, now } = services;
  const { workspaceId, campaignId } = job;
  const campaign = await findCampaignItem(table, workspaceId, campaignId);
  const contactIds =
    campaign && isPastEnd(campaign, now())
      ? await readCampaignContacts(table, { workspaceId, campaignId }, job.after, chunkSize)
      : [];

  return executionChunk(services, job, nextOfIndex(contactIds), (executions) =>
    planStops(executions, 'campaign_ended', now()),
  );
}

/**
 * Stops the next executions of a deleted campaign. They could no longer send: a claim requires an active campaign. But
 * open executions keep campaigns without `allowParallel` from enrolling the contact.
 */
export async function eraseChunk(services: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { table, now } = services;
  const contactIds = await readCampaignContacts(table, job, job.after, chunkSize);

  return executionChunk(services, job, nextOfIndex(contactIds), (executions) => ({
    ...planStops(executions, 'campaign_deleted', now()),
    // The counters were deleted with the campaign.
    increments: [],
  }));
}

/** After a reply, stops the campaign for the other contacts of the company. A job does it, because they may be many. */
export async function planCompanyStop(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
  { id: repliedContactId, companyId }: { readonly id: string; readonly companyId: string },
): Promise<{ readonly writes: readonly Write[]; readonly messages: readonly OutboxMessage[] }> {
  // Two contacts prove that there is another one.
  const contactIds = await readCompanyContactIds(table, workspaceId, companyId, undefined, 2);
  if (contactIds.every((id) => id === repliedContactId)) return { writes: [], messages: [] };
  const target = { workspaceId, campaignId, action: 'stop_company', companyId, repliedContactId } as const;
  const jobs = [newEnrolmentJob(target, [], now())];

  return { writes: jobWrites(jobs), messages: jobMessages(jobs) };
}

/** Stops the executions of the company's next contacts, except the contact that replied. */
export async function companyStopChunk(services: Services, job: EnrolmentJob): Promise<Chunk<string>> {
  const { workspaceId, companyId = '', repliedContactId, after } = job;
  const contactIds = await readCompanyContactIds(services.table, workspaceId, companyId, after, chunkSize);

  return executionChunk(services, job, nextOfIndex(contactIds), (executions) =>
    planStops(
      executions.filter(({ contactId }) => contactId !== repliedContactId),
      'company_replied',
      services.now(),
    ),
  );
}

/** Stops the open executions among these. @param reason the reason that they record */
function planStops(executions: readonly Execution[], reason: string, now: number): ExecutionChange {
  const open = executions.filter(isOpen);

  return joinChanges(open.map((execution) => endExecution(execution, 'stopped', reason, now)));
}
