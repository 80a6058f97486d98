import { countersKey, type Job, jobKey, toJob } from '#lib/campaigns/items.ts';
import { readRunningState } from '#lib/campaigns/read.ts';
import type { EnrolmentCall } from '#lib/campaigns/workers.ts';
import { mustBeMailable } from '#lib/contacts/contacts.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { enrolWrite } from '#lib/executions/transitions.ts';
import { commit } from '#lib/runtime/commit.ts';
import { newId } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';

/** Two writes a contact, and the job and the counters: below 100 in one transaction. */
const chunkSize = 45;

/**
 * Carries an enrolment out, chunk by chunk, each with its progress in one transaction. A second worker on the same job
 * loses the progress condition and stops; a worker that dies is followed by one that continues at `done`.
 */
export async function enrolContacts(
  services: Services & { readonly schedules: CampaignSchedules },
  { workspaceId, campaignId, jobId }: EnrolmentCall,
): Promise<void> {
  const { table, now, schedules } = services;
  const item = await table.get(jobKey(workspaceId, campaignId, jobId), { consistent: true });
  if (!item) return;

  for (let job = toJob(item); job.done < job.contactIds.length; ) {
    const advanced = await enrolChunk(services, workspaceId, job);
    if (!advanced) return;
    job = advanced;
  }
  const state = await readRunningState(table, workspaceId, campaignId);
  if (state?.campaign.status === 'active') await schedules.wakeAt({ workspaceId, campaignId }, now());
}

/** The job after its next chunk, or undefined when another worker has it in hand. */
async function enrolChunk(services: Services, workspaceId: string, job: Job): Promise<Job | undefined> {
  const chunk = job.contactIds.slice(job.done, job.done + chunkSize);
  const next = { ...job, done: job.done + chunk.length };
  let wanted = chunk;

  for (;;) {
    const skipped = chunk.length - wanted.length;
    const progress = progressWrites(workspaceId, job, next, skipped);
    const writes = wanted.flatMap((contactId) => contactWrites(services, workspaceId, job, contactId));
    try {
      await commit(services, workspaceId, { writes: [...progress, ...writes] });

      return next;
    } catch (error) {
      if (!(error instanceof TransactionRefused) || error.failed.has(0)) {
        if (error instanceof TransactionRefused) return undefined;
        throw error;
      }
      // A contact that is gone, suppressed or enrolled already is left out; the others go on.
      const refused = new Set(
        [...error.failed.keys()].map((position) => Math.floor((position - progress.length) / 2)),
      );
      wanted = wanted.filter((_, position) => !refused.has(position));
    }
  }
}

function progressWrites(workspaceId: string, job: Job, next: Job, skipped: number): Write[] {
  const finished = next.done === job.contactIds.length;

  return [
    finished
      ? { delete: jobKey(workspaceId, job.campaignId, job.jobId), if: { done: { is: job.done } } }
      : {
          update: jobKey(workspaceId, job.campaignId, job.jobId),
          set: { done: next.done },
          if: { done: { is: job.done } },
        },
    {
      update: countersKey(workspaceId, job.campaignId),
      add: { contacts: -skipped, openJobs: finished ? -1 : 0 },
    },
  ];
}

function contactWrites({ now }: Services, workspaceId: string, job: Job, contactId: string): Write[] {
  const execution: Execution = {
    id: newId('exe', now()),
    workspaceId,
    campaignId: job.campaignId,
    contactId,
    status: 'pending',
    stepId: job.stepId,
    sendState: 'due',
    dueAt: now(),
    sendAttempts: 0,
    sentCount: 0,
  };

  return [enrolWrite(execution), mustBeMailable(workspaceId, contactId)];
}
