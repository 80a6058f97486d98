import { enrolContacts } from '#lib/campaigns/enrol.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = queueConsumer(campaignWorkers.enrol, enrolContacts, {
  schedules: eventBridgeSchedules,
});
