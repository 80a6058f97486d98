import type { SuppressionCall } from '#lib/blocklist/workers.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { SyncCall } from '#lib/inbox/workers.ts';
import { sweep } from '#lib/maintenance/sweep.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { findRedirect } from '#lib/network/find-redirect.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';
import type { DeliveryCall, ReleaseCall } from '#lib/webhooks/workers.ts';

export const handler = scheduledFunction(maintenanceWorkers.sweep, sweep, {
  ticks: () => sqsQueue<Tick>('ticks'),
  jobs: () => sqsQueue<JobCall>('jobs'),
  suppressions: () => sqsQueue<SuppressionCall>('suppressions'),
  syncs: () => sqsQueue<SyncCall>('syncs'),
  deliveries: () => sqsQueue<DeliveryCall>('deliveries'),
  slowlane: () => sqsQueue<DeliveryCall>('slowlane'),
  releases: () => sqsQueue<ReleaseCall>('releases'),
  imports: () => sqsQueue<ImportCall>('imports'),
  vault: kmsVault,
  findRedirect: () => (url: string) => findRedirect(url, loopbackRule()),
});
