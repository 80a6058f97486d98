import type { PublishServices } from '#lib/publishing/publish.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Ports of every function that publishes. */
export const publishQueues = {
  ticks: () => sqsQueue('ticks'),
  jobs: () => sqsQueue('jobs'),
  sends: () => sqsQueue('sends'),
  suppressions: () => sqsQueue('suppressions'),
  syncs: () => sqsQueue('syncs'),
  deliveries: () => sqsQueue('deliveries'),
  releases: () => sqsQueue('releases'),
  imports: () => sqsQueue('imports'),
  bulkjobs: () => sqsQueue('bulkjobs'),
  erasures: () => sqsQueue('erasures'),
  fanouts: () => sqsQueue('fanouts'),
} satisfies { [Port in Exclude<keyof PublishServices, keyof Services>]: () => PublishServices[Port] };
