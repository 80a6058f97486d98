import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import { campaignWorkers } from '#lib/campaigns/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(campaignWorkers.runJob, runJob, {
  ticks: () => sqsQueue('ticks'),
});
