import { runJob } from '#lib/campaigns/run-job.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = queueConsumer(campaignWorkers.runJob, runJob, {
  schedules: eventBridgeSchedules,
});
