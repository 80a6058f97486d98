import { readDispatchMessage, readJobMessage } from '#lib/campaigns/dispatch/overdue.ts';
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
  runJob: queueWorker({
    queue: 'jobs',
    overdue: { job: readJobMessage },
    summary:
      'Enrols, removes and resumes contacts in chunks, and stops the executions of ended and deleted campaigns',
    needs: ['table:write', 'ticks:send'],
    impact: 'contacts that are added to campaigns get no emails',
    batchSize: 1,
  }),
};
