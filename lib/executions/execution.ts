import * as z from 'zod/mini';

/** Statuses that an execution does not leave again. */
const endedStatuses = [
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
 * One contact in one campaign, and the ledger of the mail that is next:
 *
 *   due → sending(token, lease) → due (the next step, or not taken for now) | done | unknown
 *
 * Only who made it `sending` may speak MAIL, RCPT and DATA, and may say what became of them. So what died while sending
 * is never sent again by itself.
 */
export const Execution = z.object({
  id: z.string(),
  workspaceId: z.string(),
  campaignId: z.string(),
  contactId: z.string(),
  status: ExecutionStatus,
  reason: z.optional(z.string()),
  /** The step of the last claim. Which is next is told by the campaign's steps as they are then. */
  stepId: z.optional(z.string()),
  /** Of the mails that were sent, in their order: no step is sent twice, whatever becomes of the campaign's. */
  sentSteps: z.array(z.string()),
  /** The one that came next when the last of them was sent. */
  nextStepId: z.optional(z.string()),
  /** The step at which it was continued after its end. */
  continueAt: z.optional(z.string()),
  /** What a reply repeats and replies to: the subject as it was sent, and which of `sentSteps` began the thread. */
  thread: z.optional(z.object({ subject: z.string(), from: z.int() })),
  /** The account of the last claim. */
  emailAccountId: z.optional(z.string()),
  /** `recipientHash` of the last claim: the thread belongs to that address, whatever the contact has by now. */
  sentTo: z.optional(z.string()),
  /** Domain of its Message-IDs once its thread was reassigned: that of the account which sent the first message. */
  messageDomain: z.optional(z.string()),
  /** In whose queue it waits for its first mail, where its contact's own time counts. */
  zone: z.optional(z.string()),
  sendState: z.enum(['due', 'sending', 'unknown', 'done']),
  sendToken: z.optional(z.string()),
  /** Epoch milliseconds after which nobody is sending it any more. */
  leaseUntil: z.optional(z.int()),
  /** Epoch milliseconds. */
  dueAt: z.int(),
  sendAttempts: z.int(),
  sentCount: z.int(),
  lastSentAt: z.optional(z.string()),
  openedAt: z.optional(z.string()),
  clickedAt: z.optional(z.string()),
  /** What was opened and clicked last, as `lib/executions/visits.ts` writes it. */
  lastOpen: z.optional(z.string()),
  recentClicks: z.optional(z.string()),
  repliedAt: z.optional(z.string()),
  finishedAt: z.optional(z.string()),
});
export type Execution = z.infer<typeof Execution>;

export function isOpen({ status }: Pick<Execution, 'status'>): boolean {
  const open: readonly string[] = openStatuses;

  return open.includes(status);
}

const retryDelaysMs = [15 * 60_000, 3_600_000, 4 * 3_600_000];

/** When a mail that was refused for now is tried again; undefined when it has been refused often enough. */
export function retryAt(attempts: number, now: number): number | undefined {
  const delay = retryDelaysMs[attempts - 1];

  return delay === undefined ? undefined : now + delay;
}
