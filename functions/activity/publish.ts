import { publish } from '#lib/activity/publish.ts';
import { activityWorkers } from '#lib/activity/workers.ts';
import type { SuppressionCall } from '#lib/blocklist/workers.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import type { SyncCall } from '#lib/inbox/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { streamConsumer } from '#lib/runtime/consumer.ts';
import type { DeliveryCall, ReleaseCall } from '#lib/webhooks/workers.ts';

export const handler = streamConsumer(activityWorkers.publish, publish, {
  jobs: () => sqsQueue<JobCall>('jobs'),
  ticks: () => sqsQueue<Tick>('ticks'),
  suppressions: () => sqsQueue<SuppressionCall>('suppressions'),
  syncs: () => sqsQueue<SyncCall>('syncs'),
  deliveries: () => sqsQueue<DeliveryCall>('deliveries'),
  slowlane: () => sqsQueue<DeliveryCall>('slowlane'),
  releases: () => sqsQueue<ReleaseCall>('releases'),
  imports: () => sqsQueue<ImportCall>('imports'),
});
