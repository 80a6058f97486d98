import * as z from 'zod/mini';
import { EmailAccountId } from '#lib/email-accounts/account-id.ts';
import { idSchema } from '#lib/http/schemas.ts';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';

/** Says that it is time to look into an account's inbox. Losing or doubling one changes nothing but timing. */
export const SyncCall = z.object({
  workspaceId: idSchema('wsp'),
  accountId: EmailAccountId,
  /** It has been connected, or may be used again: from now on its inbox is looked into regularly. */
  isBegin: z.optional(z.literal(true)),
});
export type SyncCall = z.infer<typeof SyncCall>;

export const inboxWorkers = {
  sync: queueWorker({
    queue: 'syncs',
    summary: 'Reads what came into the inbox of one account: replies, automatic replies and bounces',
    needs: ['table:write', 'syncs:schedule', 'secrets:seal', 'tokens:sign', 'network:outbound'],
    emits: [
      'email.replied',
      'email.bounced',
      'email.sent',
      'campaign.contact_completed',
      'contact.blocklisted',
      'contact.updated',
    ],
    impact: 'replies and bounces are not seen, and who has replied may get follow-ups',
    // One: a hostile mail server costs its own tenant's inbox alone. It mostly waits, which is paid by its memory.
    batchSize: 1,
    memoryMb: 256,
    timeoutSeconds: 90,
    message: SyncCall,
    metrics: [oauthClientsRefused, messagesSetAside],
  }),
};
