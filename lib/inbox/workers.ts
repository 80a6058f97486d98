import * as z from 'zod/mini';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { EmailAccountId } from '#lib/values/id-schemas.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Requests a read of an account's inbox. A lost or duplicate message only changes the time of the read. */
export const SyncMessage = z.object({
  workspaceId: idSchema('wsp'),
  accountId: EmailAccountId,
  /** Sets the schedule: the account was connected, was reactivated, or sends again after a long pause. */
  isBegin: z.optional(z.literal(true)),
  /** The rate of the schedule that sent this message. */
  everyMinutes: z.optional(z.int()),
});
export type SyncMessage = z.infer<typeof SyncMessage>;

export const inboxWorkers = {
  sync: queueWorker({
    queue: 'syncs',
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
    message: SyncMessage,
    metrics: [oauthClientsRefused, messagesSetAside],
  }),
};
