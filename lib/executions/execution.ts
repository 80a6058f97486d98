import * as z from 'zod/mini';
import { trackedActions } from '#lib/values/event-kind.ts';

/** Only a request to continue the execution changes these statuses again. */
export const endedStatuses = [
  'completed',
  'replied',
  'bounced',
  'unsubscribed',
  'blocklisted',
  'failed',
  'stopped',
] as const;
export type EndedStatus = (typeof endedStatuses)[number];

const openStatuses = ['pending', 'in_progress', 'paused'] as const;

export const ExecutionStatus = z.enum([...openStatuses, ...endedStatuses]);

/**
 * One contact in one campaign, with the send state of its next email:
 *
 *   due → sending(token, lease) → due (the next step, or a retry) | done | unknown
 *
 * Only the worker that changed the state to `sending` may transmit the email (SMTP MAIL, RCPT, DATA) and record its
 * outcome. After a crash in `sending`, the email is therefore not sent again automatically.
 */
export const Execution = z.object({
  id: z.string(),
  workspaceId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  status: ExecutionStatus,
  reason: z.optional(z.string()),
  /** The server's words about the last rejection, at most 300 characters. */
  detail: z.optional(z.string()),
  /** The account that got the first rejection of the next email. The email is in the streak of no other account. */
  refusedBy: z.optional(z.string()),
  /** Whether the next email was rejected permanently while no account was known to be the cause. */
  wasRejected: z.optional(z.boolean()),
  /** The step of the last claim. `nextStep` computes the next one from the campaign's current steps. */
  stepId: z.optional(z.string()),
  /** `idCode` of the variant of the last claim. A winner may have been chosen since. */
  claimedVariant: z.optional(z.string()),
  /** The subject of the last claim, without `Re:`, if the email starts a thread. */
  claimedSubject: z.optional(z.string()),
  /** What the email of the last claim tracks. */
  claimedTracking: z.optional(z.array(z.enum(trackedActions))),
  /** Ids of the sent steps, in order of sending. No step is sent twice, even if the campaign's steps change. */
  sentSteps: z.array(z.string()),
  /** The step that followed the last sent or skipped step. The next step if all sent and skipped steps were deleted. */
  nextStepId: z.optional(z.string()),
  /** `idCode` of the sent variants, in the order of `sentSteps`; empty if the variant is not known. */
  sentVariants: z.optional(z.array(z.string())),
  /** Sets of emails that were opened or clicked: bit n is `sentSteps[n]`. */
  openedEmails: z.optional(z.int()),
  clickedEmails: z.optional(z.int()),
  /** Ids of the steps that an API client skipped. They are not sent unless the execution is continued at them. */
  skippedSteps: z.optional(z.array(z.string())),
  /** The step at which the execution was continued after its end, or restarted. */
  continueAt: z.optional(z.string()),
  /** What the campaign counts for the earlier executions of the contact, which this one has replaced. */
  earlier: z.optional(z.record(z.string(), z.int())),
  /** The thread for replies: the subject as sent, and the index in `sentSteps` of its first email. */
  thread: z.optional(z.object({ subject: z.string(), from: z.int() })),
  /** The account of the last claim. */
  emailAccountId: z.optional(z.string()),
  /**
   * `recipientHash` of the last claim. The thread belongs to that address, even after the contact's address changes.
   */
  sentTo: z.optional(z.string()),
  /** When the item of the short unsubscribe link to `sentTo` expires, in days since 1970: a short number, as each email rewrites it. */
  linkUntil: z.optional(z.int()),
  /** Message-ID domain of the account that sent the first message. Set when the thread is reassigned. */
  messageDomain: z.optional(z.string()),
  /** Time zone of the queue for the first email; undefined: the campaign's. */
  zone: z.optional(z.string()),
  sendState: z.enum(['due', 'sending', 'unknown', 'done']),
  /** Identifies the last claim. Only its holder may record the outcome. */
  sendToken: z.optional(z.string()),
  /** The claim expires at this time. Epoch milliseconds. */
  leaseUntil: z.optional(z.int()),
  /** The `sendToken` of the last claim with an open or a click before it expired. */
  visitedToken: z.optional(z.string()),
  /** When the next email is due. Epoch milliseconds. */
  dueAt: z.int(),
  /** The due time that an automatic reply has set. If `dueAt` differs, it was changed later for another reason. */
  autoReplyDueAt: z.optional(z.int()),
  /** Rejections of the next email that its recipient may have caused. */
  sendAttempts: z.int(),
  sentCount: z.int(),
  lastSentAt: z.optional(z.string()),
  /** The id that the mail server gave the last message, where its reply to DATA names one. */
  serverId: z.optional(z.string()),
  /** Reports that named its recipient and proved nothing: `lib/executions/reports.ts`. */
  unprovenReports: z.optional(z.int()),
  openedAt: z.optional(z.string()),
  clickedAt: z.optional(z.string()),
  /** The last open and the recent clicks, encoded by `lib/executions/tracking-state.ts`. */
  lastOpenAt: z.optional(z.number()),
  recentClicks: z.optional(z.string()),
  repliedAt: z.optional(z.string()),
  finishedAt: z.optional(z.string()),
});
export type Execution = z.infer<typeof Execution>;

export function isOpen({ status }: Pick<Execution, 'status'>): boolean {
  const open: readonly string[] = openStatuses;

  return open.includes(status);
}

/** Whether the email of a step was sent, is in flight or has an unknown outcome. */
export function mayHaveSent({ sentSteps, sendState, stepId }: Execution, step: string): boolean {
  return (
    sentSteps.includes(step) || (stepId === step && (sendState === 'sending' || sendState === 'unknown'))
  );
}

/** What the rejections of the next email prove, until it is accepted. */
export const rejectionAttributes = ['detail', 'refusedBy', 'wasRejected'] as const;
