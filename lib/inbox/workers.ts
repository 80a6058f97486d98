import * as z from 'zod/mini';
import { messagesSetAside } from '#lib/inbox/metric.ts';
import { oauthClientsRefused } from '#lib/oauth/metric.ts';
import { queueWorker } from '#lib/runtime/worker.ts';
import { EmailAccountId } from '#lib/values/account-id.ts';
import { idSchema } from '#lib/values/schemas.ts';

/** Asks for a read of an account's inbox. Losing or doubling one changes nothing but timing. */
export const SyncCall = z.object({
  workspaceId: idSchema('wsp'),
  accountId: EmailAccountId,
  /** The account was connected, may be used again, or sends after a long pause: its schedule is set. */
  isBegin: z.optional(z.literal(true)),
  /** The rate of the schedule that sent this message. */
  everyMinutes: z.optional(z.int()),
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
