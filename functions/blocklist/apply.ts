import { runSuppressionJob } from '#lib/blocklist/apply.ts';
import { blocklistWorkers } from '#lib/blocklist/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';

export const handler = queueConsumer(blocklistWorkers.apply, runSuppressionJob, {
  suppressions: () => sqsQueue('suppressions'),
});
