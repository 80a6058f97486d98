import { checkHealth } from '#lib/email-accounts/check-health.ts';
import { emailAccountWorkers } from '#lib/email-accounts/workers.ts';
import { scheduledFunction } from '#lib/runtime/consumer.ts';
import { systemSenderDns } from '#lib/sender-dns/dns-queries.ts';

export const handler = scheduledFunction(emailAccountWorkers.checkHealth, checkHealth, {
  senderDns: () => systemSenderDns,
});
