import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const inboxWorkers = {
  sync: queueWorker({
    queue: 'syncs',
    overdue: {},
    summary: 'Reads new messages in the inbox of one account: replies, automatic replies and bounces',
    needs: ['table:write', 'syncs:schedule', 'secrets:seal', 'tokens:sign', 'network:outbound'],
    emits: [
      'email.replied',
      'email.unsubscribed',
      'email.bounced',
      'email.rejected',
      'email_account.failing',
      'email.sent',
      'campaign.contact_completed',
      'contact.blocklisted',
      'contact.updated',
    ],
    impact: 'replies and bounces have no effect, and contacts that have replied may receive follow-ups',
    // One message, so that a hostile mail server delays only its own inbox. The worker mostly waits, so memory is small.
    batchSize: 1,
    memoryMb: 256,
    timeoutSeconds: 90,
    metrics: [oauthClientsRefused, messagesSetAside],
  }),
};
