import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { publishQueues } from '#lib/events/publish-queues.ts';
import { sweep } from '#lib/maintenance/sweep.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { findRedirect } from '#lib/network/find-redirect.ts';
import { sqsDeadLetters } from '#lib/queue/dead-letters.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';
import { systemSenderDns } from '#lib/sender-dns/dns-queries.ts';

export const handler = scheduledFunction(maintenanceWorkers.sweep, sweep, {
  ...publishQueues,
  signer: kmsTokenSigner,
  deadLetters: sqsDeadLetters,
  senderDns: () => systemSenderDns,
  findRedirect: () => (url: string) => findRedirect(url, loopbackRule()),
});
