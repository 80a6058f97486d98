import * as z from 'zod/mini';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { CampaignId, ContactId, EmailAccountId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message: one email may be due. The execution in the table decides whether it is sent. */
export const SendMessage = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  contactId: ContactId,
  accountId: EmailAccountId,
});
export type SendMessage = z.infer<typeof SendMessage>;

/** A queue message: the answer of a user to a reply may be due. The answer in the table decides whether it is sent. */
export const AnswerMessage = z.object({
  workspaceId: idSchema('wsp'),
  contactId: ContactId,
  answerId: idSchema('ans'),
});
export type AnswerMessage = z.infer<typeof AnswerMessage>;

/** A queue message: an email of the service to a user may be due. */
export const ServiceEmailMessage = z.object({
  workspaceId: idSchema('wsp'),
  serviceEmailId: z.string(),
});
export type ServiceEmailMessage = z.infer<typeof ServiceEmailMessage>;

/** A queue message: a webhook changed its status, and the owners of its workspace get a notice. */
export const WebhookNoticeMessage = z.object({
  workspaceId: idSchema('wsp'),
  noticeId: idSchema('ntc'),
  webhookId: idSchema('whk'),
  host: z.string(),
  status: z.enum(['failing', 'disabled']),
  consecutiveFailures: z.int(),
});
export type WebhookNoticeMessage = z.infer<typeof WebhookNoticeMessage>;

/** A queue message: the servers of a mailbox were exchanged, and the owners of its workspace get a notice. */
export const MailboxNoticeMessage = z.object({
  workspaceId: idSchema('wsp'),
  noticeId: idSchema('ntc'),
  accountId: EmailAccountId,
});
export type MailboxNoticeMessage = z.infer<typeof MailboxNoticeMessage>;

export const emailWorkers = {
  send: queueWorker({
    queue: 'sends',
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
    message: z.union([
      SendMessage,
      AnswerMessage,
      ServiceEmailMessage,
      WebhookNoticeMessage,
      MailboxNoticeMessage,
    ]),
    metrics: [
      {
        name: 'MailsUnknown',
        where: { message: 'send outcome unknown' },
        alarm: {
          threshold: 10,
          impact: 'contacts wait up to a day for their send outcome, and their executions may fail',
        },
      },
      oauthClientsRefused,
      messagesSetAside,
    ],
  }),
};

/** A message of the send queue. */
export type QueuedMessage = z.infer<(typeof emailWorkers.send)['message']>;
