import * as z from 'zod/mini';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';

/** A position in a folder. `lib/mail/imap-position.ts` describes it. */
const InboxPosition = z.object({ uidValidity: z.string(), uid: z.int() });
export type InboxPosition = z.infer<typeof InboxPosition>;

/** Progress of inbox reads. It is in the account item, where a write costs one unit regardless of the settings' size. */
export const inboxAttributes = {
  /** All messages of INBOX up to this one were processed. */
  syncedTo: z.optional(InboxPosition),
  /** Epoch milliseconds; end of the current reader's lease. */
  syncLeaseUntil: z.optional(z.int()),
  /** Present after a reader stopped unexpectedly, which a message may cause: the message that is tried, and its tries. */
  syncAttempt: z.optional(z.object({ uid: z.int(), tries: z.int() })),
  /** Number of consecutive read failures. */
  syncFailures: z.optional(z.int()),
  /** Epoch milliseconds; absent while the inbox must not be read. */
  nextSyncAt: z.optional(z.int()),
  /** Epoch milliseconds; until then, the Sent folder may show the outcome of an email. */
  unknownUntil: z.optional(z.int()),
  /** When all folders were last read to their ends. Folders without a position are read since a day earlier. */
  lastSyncAt: z._default(z.nullable(z.string()), null),
};

/** Attributes of an inbox during a read, after a failed read, or after its last reader stopped. */
export const inboxStateAttributes = ['syncLeaseUntil', 'syncFailures', 'syncAttempt'] as const;

/** Attributes of the account item that make the sweeper request a read of its inbox. @param nextSyncAt epoch milliseconds */
export function inboxDue(accountId: string, nextSyncAt: number) {
  return { nextSyncAt, ...worklistAttributes('inbox', accountId, nextSyncAt) };
}

/** Attributes to remove from an account item so that its inbox is not read. */
export const inboxDueNames = ['nextSyncAt', ...worklistAttributeNames] as const;
