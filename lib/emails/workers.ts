import { readServiceEmailMessage } from '#lib/direct-emails/service-emails.ts';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { readAnswerMessage } from '#lib/replies/answers/answers.ts';
import { queueWorker } from '#lib/runtime/queue-worker.ts';

export const emailWorkers = {
  send: queueWorker({
    queue: 'sends',
    // Messages for items that the sweeper finds overdue.
    overdue: { answer: readAnswerMessage, service_email: readServiceEmailMessage },
    summary: 'Sends one email of a campaign, one answer to a reply or one email to a user, at most once',
    needs: [
      'table:write',
      'authority:check',
      'logins:read',
      'sends:send',
      'secrets:seal',
      'tokens:sign',
      'network:outbound',
      'links:make',
    ],
    // The inbox is read before a follow-up, so replies, bounces and unsubscribes are recorded here, too.
    emits: [
      'email.sent',
      'email.bounced',
      'email.rejected',
      'email_account.failing',
      'email.replied',
      'email.unsubscribed',
      'campaign.contact_completed',
      'contact.blocklisted',
      'contact.updated',
    ],
    impact: 'no campaign email, no answer and no email to a user is sent',
    // One message per batch: a hanging mail server delays only its own tenant. The function mostly waits, so memory is small.
    batchSize: 1,
    memoryMb: 256,
    timeoutSeconds: 180,
    metrics: [
      {
        name: 'MailsUnknown',
        where: { message: 'send outcome unknown' },
        alarm: {
          threshold: 10,
          severity: 'ticket',
          impact: 'contacts wait up to a day for their send outcome, and their executions may fail',
        },
      },
      oauthClientsRefused,
      messagesSetAside,
    ],
  }),
};
