import * as z from 'zod/mini';
import type { Key, Write } from '#lib/storage/table.ts';
import type { WorkKind } from '#lib/storage/worklist.ts';

export const DirectEmailStatus = z.enum(['queued', 'sending', 'sent', 'failed', 'outcome_unknown']);
export type DirectEmailStatus = z.infer<typeof DirectEmailStatus>;

/** Why an email was not sent. */
export const DirectEmailError = z.enum(['account_not_connected', 'blocklisted', 'cancelled', 'rejected']);
export type DirectEmailError = z.infer<typeof DirectEmailError>;

/**
 * The attributes of an email outside of campaigns, with the state of its send:
 *
 *   queued → sending (token, lease) → sent | failed | outcome_unknown | queued again, after a temporary rejection
 *
 * Only the worker that changed the state to `sending` may transmit the email and record its outcome.
 */
export const sendState = {
  id: z.string(),
  emailAccountId: z.string(),
  status: DirectEmailStatus,
  error: z.optional(DirectEmailError),
  smtpCode: z.optional(z.int()),
  sendToken: z.optional(z.string()),
  /** The claim expires at this time. Epoch milliseconds. */
  leaseUntil: z.optional(z.int()),
  /** Epoch milliseconds. */
  dueAt: z.int(),
  /** Temporary rejections. */
  attempts: z.int(),
  createdAt: z.string(),
  sentAt: z.optional(z.string()),
  /** When the Sent folder of the account is searched for the email next; only for answers. Epoch milliseconds. */
  sentCheckAt: z.optional(z.int()),
  /** Number of searches since the outcome. */
  sentChecks: z.optional(z.int()),
};

const SendState = z.object(sendState);
type SendState = z.infer<typeof SendState>;

/** One stored email outside of campaigns. */
export interface DirectEmail {
  readonly key: Key;
  readonly kind: Extract<WorkKind, 'answer' | 'service_email'>;
  readonly state: SendState;
  /** Further writes of the transaction that records the email as sent. */
  readonly writesWhenSent?: (sentAt: string) => readonly Write[];
}
