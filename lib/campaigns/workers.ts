import * as z from 'zod/mini';
import { CampaignId } from '#lib/campaigns/campaign.ts';
import { idSchema } from '#lib/http/schemas.ts';
import { queueWorker } from '#lib/runtime/worker.ts';

/** A campaign's wake-up call. Losing or doubling one changes nothing but timing. */
export const Tick = z.object({ workspaceId: idSchema('wsp'), campaignId: CampaignId });
export type Tick = z.infer<typeof Tick>;

export const EnrolmentCall = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  jobId: idSchema('job'),
});
export type EnrolmentCall = z.infer<typeof EnrolmentCall>;

export const campaignWorkers = {
  dispatch: queueWorker({
    queue: 'ticks',
    summary: 'Gives due executions of one campaign their slots on sending accounts',
    needs: ['table:write', 'sends:send', 'schedules:manage'],
    impact: 'running campaigns plan no further mails',
    batchSize: 10,
    message: Tick,
  }),
  enrol: queueWorker({
    queue: 'jobs',
    summary: 'Creates the executions of an enrolment, chunk by chunk',
    needs: ['table:write', 'schedules:manage'],
    impact: 'contacts added to campaigns are not mailed',
    batchSize: 1,
    message: EnrolmentCall,
  }),
};
