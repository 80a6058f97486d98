import { enrolmentJobKey } from '#lib/campaigns/items.ts';
import type { EnrolmentJob } from '#lib/campaigns/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { findExecution, readCampaignContacts } from '#lib/executions/executions.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';

/** Contacts in one transaction. */
const chunkSize = 45;

/**
 * Stops the next executions of a deleted campaign. They could no longer send: a claim requires an active campaign. But
 * open executions keep campaigns without `allowParallel` from enrolling the contact.
 */
export async function eraseChunk(
  services: Services,
  workspaceId: string,
  job: EnrolmentJob,
): Promise<EnrolmentJob | undefined> {
  const { table, now } = services;
  const { campaignId, jobId, done } = job;
  const contactIds = await readCampaignContacts(table, { workspaceId, campaignId }, job.after, chunkSize);
  const after = contactIds.at(-1);
  const next = after === undefined ? undefined : { ...job, done: done + contactIds.length, after };
  const key = enrolmentJobKey(workspaceId, campaignId, jobId);
  const progress: Write = next
    ? { update: key, set: { done: next.done, after: next.after }, if: { done: { is: done } } }
    : { delete: key, if: { done: { is: done } } };

  return retryOnConflict(async () => {
    const executions = await Promise.all(
      contactIds.map((id) => findExecution(table, workspaceId, id, campaignId, { consistent: true })),
    );
    // Not counted: the counters were deleted with the campaign.
    const endings = executions
      .filter((execution) => execution !== undefined)
      .filter(isOpen)
      .flatMap((execution) => endExecution(execution, 'stopped', 'campaign_deleted', now()).writes);
    try {
      await commit(services, workspaceId, { writes: [progress, ...endings] });

      return next;
    } catch (error) {
      // Another worker has continued the job.
      if (error instanceof TransactionRefused) return undefined;
      throw error;
    }
  });
}
