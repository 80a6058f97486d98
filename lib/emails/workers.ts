import * as z from 'zod/mini';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { EmailAccountId } from '#lib/values/account-id.ts';
import { CampaignId } from '#lib/values/campaign-ids.ts';
import { ContactId } from '#lib/values/contact-id.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** A queue message: one email may be due. The execution in the table decides whether it is sent. */
export const SendMessage = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  contactId: ContactId,
  accountId: EmailAccountId,
});
export type SendMessage = z.infer<typeof SendMessage>;

export const emailWorkers = {
  send: queueWorker({
    queue: 'sends',
    summary: 'Sends one email, at most once',
    needs: ['table:write', 'sends:send', 'secrets:seal', 'tokens:sign', 'network:outbound', 'links:make'],
    emits: [
      'email.sent',
      'email.bounced',
      'email.replied',
      'campaign.contact_completed',
      'contact.blocklisted',
      'contact.updated',
    ],
    impact: 'no campaign email is sent',
    // One message per batch: a hanging mail server delays only its own tenant. The function mostly waits, so memory is small.
    batchSize: 1,
    memoryMb: 256,
    timeoutSeconds: 180,
    message: SendMessage,
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
