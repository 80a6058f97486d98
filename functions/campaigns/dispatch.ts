import { dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { campaignWorkers, type DispatchMessage } from '#lib/campaigns/workers.ts';
import type { SendMessage } from '#lib/emails/workers.ts';
import { sqsWaitingSends } from '#lib/queue/count-messages.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = queueConsumer(campaignWorkers.dispatch, dispatchCampaign, {
  sends: () => sqsQueue<SendMessage>('sends'),
  waitingSends: sqsWaitingSends,
  schedules: eventBridgeSchedules<DispatchMessage>,
});
