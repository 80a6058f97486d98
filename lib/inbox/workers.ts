import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const inboxWorkers = {
  sync: queueWorker({
    queue: 'syncs',
    overdue: {},
    summary: 'Reads new messages in the inboxes of accounts: replies, automatic replies and bounces',
    needs: ['table:write', 'secrets:seal', 'tokens:sign', 'network:outbound'],
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
    // The worker mostly waits, so several inboxes share it. Each has its own connection, limits and outcome, and a slow or failing
    // one is read less often. The parser's thread needs its part of the processor while the others work.
    batchSize: 10,
    timeoutSeconds: 90,
    metrics: [oauthClientsRefused, messagesSetAside],
  }),
};
