import { dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { sqsWaitingSends } from '#lib/queue/count-messages.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = queueConsumer(campaignWorkers.dispatch, dispatchCampaign, {
  sends: () => sqsQueue('sends'),
  waitingSends: sqsWaitingSends,
  schedules: eventBridgeSchedules,
});
