import * as z from 'zod/mini';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { EmailAccountId } from '#lib/values/account-id.ts';
import { CampaignId } from '#lib/values/campaign-ids.ts';
import { ContactId } from '#lib/values/contact-id.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Says that one mail may be due. The ledger in the table decides whether it is sent, and whether it already was. */
export const SendCall = z.object({
  workspaceId: idSchema('wsp'),
  campaignId: CampaignId,
  contactId: ContactId,
  accountId: EmailAccountId,
});
export type SendCall = z.infer<typeof SendCall>;

export const emailWorkers = {
  send: queueWorker({
    queue: 'sends',
    summary: 'Sends one mail, at most once',
    needs: ['table:write', 'sends:send', 'secrets:seal', 'tokens:sign', 'network:outbound', 'links:make'],
    emits: [
      'email.sent',
      'email.bounced',
      'email.replied',
      'campaign.contact_completed',
      'contact.blocklisted',
      'contact.updated',
    ],
    impact: 'no campaign mail leaves',
    // One: a mail server that hangs or floods costs its own tenant's mail alone. It mostly waits, paid by its memory.
    batchSize: 1,
    memoryMb: 256,
    timeoutSeconds: 180,
    message: SendCall,
    metrics: [
      {
        name: 'MailsUnknown',
        where: { message: 'nobody knows whether a mail arrived' },
        alarm: {
          threshold: 10,
          impact: 'contacts wait for a day to be known as mailed, or for ever unmailed',
        },
      },
      oauthClientsRefused,
      messagesSetAside,
    ],
  }),
};
