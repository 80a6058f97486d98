import { readDispatchMessage } from '#lib/campaigns/dispatch/overdue.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const campaignWorkers = {
  dispatch: queueWorker({
    queue: 'ticks',
    overdue: { campaign: readDispatchMessage },
    summary: 'Assigns slots on sending accounts to the due executions of a campaign',
    needs: ['table:write', 'ticks:send', 'sends:send', 'sends:count', 'schedules:manage'],
    emits: ['campaign.completed', 'campaign.paused', 'campaign.winner_changed'],
    impact: 'active campaigns schedule no further emails',
    batchSize: 10,
  }),
};
