import * as z from 'zod/mini';
import { queueWorker } from '#lib/runtime/worker.ts';
import { CampaignId } from '#lib/values/campaign-ids.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A campaign's wake-up call. Losing or doubling one changes nothing but timing. */
export const Tick = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  /** Somebody has come to an end, which is counted at this moment: it may have been the campaign's end too. */
  hasEnded: z.optional(z.literal(true)),
  /** Of the dispatch state that this message was queued for. Once that has moved on, the message is outdated. */
  version: z.optional(z.int()),
});
export type Tick = z.infer<typeof Tick>;

export const JobCall = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  jobId: idSchema('job'),
});
export type JobCall = z.infer<typeof JobCall>;

export const campaignWorkers = {
  dispatch: queueWorker({
    queue: 'ticks',
    summary: 'Gives due executions of one campaign their slots on sending accounts',
    needs: ['table:write', 'ticks:send', 'sends:send', 'schedules:manage'],
    emits: ['campaign.completed', 'campaign.paused'],
    impact: 'running campaigns plan no further mails',
    batchSize: 10,
    message: Tick,
  }),
  runJob: queueWorker({
    queue: 'jobs',
    summary:
      'Enrols contacts, removes them, resumes them, and stops those of ended and deleted campaigns, in chunks',
    needs: ['table:write', 'ticks:send'],
    impact: 'contacts added to campaigns are not mailed',
    batchSize: 1,
    message: JobCall,
  }),
};
