import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { CampaignId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Dispatches a campaign. A lost or repeated message affects only the timing. */
export const DispatchMessage = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  /** Whether an execution has just ended, perhaps the last one. The counters may not include it yet. */
  hasEnded: z.optional(z.literal(true)),
  /** Version of the dispatch state that scheduled this message. The message is outdated after a newer version. */
  version: z.optional(z.int()),
});
export type DispatchMessage = z.infer<typeof DispatchMessage>;

/** Runs the next chunks of a job. A lost or repeated message affects only the timing. */
export const JobMessage = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  jobId: idSchema('job'),
});
export type JobMessage = z.infer<typeof JobMessage>;

export const campaignWorkers = {
  dispatch: queueWorker({
    queue: 'ticks',
    summary: 'Assigns slots on sending accounts to the due executions of a campaign',
    needs: ['table:write', 'ticks:send', 'sends:send', 'sends:count', 'schedules:manage'],
    emits: ['campaign.completed', 'campaign.paused', 'campaign.winner_changed'],
    impact: 'active campaigns schedule no further emails',
    batchSize: 10,
    message: DispatchMessage,
  }),
  runJob: queueWorker({
    queue: 'jobs',
    summary:
      'Enrols, removes and resumes contacts in chunks, and stops the executions of ended and deleted campaigns',
    needs: ['table:write', 'ticks:send'],
    impact: 'contacts that are added to campaigns get no emails',
    batchSize: 1,
    message: JobMessage,
  }),
};
