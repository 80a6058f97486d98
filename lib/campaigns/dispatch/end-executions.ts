import { jobMessages, jobWrites, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { dispatchKey } from '#lib/campaigns/state/items.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { Dispatch } from '#lib/campaigns/state/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import type { CampaignRef } from '#lib/executions/executions.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';

/** Usual delay until the counters include an execution that has ended. */
const countingDelayMs = 60_000;
/** Interval between jobs, which read all executions. A later job stops contacts that were enrolled in the meantime. */
const jobIntervalMs = 3_600_000;

/**
 * Creates a job that stops the open executions of a campaign after its `endAt`. The dispatcher completes the campaign
 * when the counters show that all executions have ended.
 */
export async function endExecutions(
  services: Services & { readonly schedules: CampaignSchedules },
  { workspaceId, campaignId }: CampaignRef,
  { counters }: RunningState,
  { version, endJobAt }: Dispatch,
): Promise<void> {
  const now = services.now();
  const waitedMs = now - (endJobAt ?? now);
  const shouldCreateJob = counters.openJobs === 0 && (endJobAt === undefined || waitedMs >= jobIntervalMs);
  const jobs = shouldCreateJob ? [newEnrolmentJob({ workspaceId, campaignId, action: 'end' }, [], now)] : [];
  // The delay is the time since the last job was created, so it about doubles with each dispatch.
  const nextDispatchAt = now + Math.min(jobIntervalMs, Math.max(countingDelayMs, waitedMs));
  await commit(services, workspaceId, {
    writes: [
      ...jobWrites(jobs),
      {
        update: dispatchKey(workspaceId, campaignId),
        set: {
          version: version + 1,
          ...(shouldCreateJob && { endJobAt: now }),
          ...worklistAttributes('campaign', campaignId, nextDispatchAt),
        },
        if: { version: { is: version } },
        otherwise: () => new StaleDecision('another dispatcher has updated the dispatch state'),
      },
    ],
    messages: jobMessages(jobs),
  });
  const message = { workspaceId, campaignId, version: version + 1 };
  await services.schedules.scheduleDispatch(campaignId, message, nextDispatchAt);
}
