import * as z from 'zod/mini';
import { type Execution, ExecutionStatus, isOpen } from '#lib/executions/execution.ts';
import { nextStep } from '#lib/executions/next-step.ts';
import { timestamp } from '#lib/values/ids.ts';
import { ExecutionId, Timestamp } from '#lib/values/schemas.ts';

/** An execution (one contact in one campaign) in API responses. */
export const ExecutionView = z.strictObject({
  id: ExecutionId,
  campaignId: z.string(),
  contactId: z.string(),
  status: ExecutionStatus,
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** The account that sent the last email. */
  emailAccountId: z.nullable(z.string()),
  /** The step of the last email. */
  currentStepId: z.nullable(z.string()),
  nextStepId: z.nullable(z.string()),
  skippedStepIds: z.array(z.string()),
  /** Due time of the next email. */
  nextSendAt: z.nullable(Timestamp),
  sentCount: z.int(),
  lastSentAt: z.nullable(Timestamp),
  openedAt: z.nullable(Timestamp),
  clickedAt: z.nullable(Timestamp),
  repliedAt: z.nullable(Timestamp),
  finishedAt: z.nullable(Timestamp),
});
export type ExecutionView = z.infer<typeof ExecutionView>;

/** @param steps the campaign's steps in order; empty if the campaign was deleted */
export function presentExecution(
  execution: Execution,
  steps: readonly { readonly id: string }[],
): ExecutionView {
  const { id, campaignId, contactId, status, sentCount, sendState, sentSteps, dueAt } = execution;
  const { skippedSteps = [], autoReplyDueAt } = execution;
  const hasNextEmail = isOpen(execution) && sendState !== 'done';

  return {
    id,
    campaignId,
    contactId,
    status,
    // An automatic reply has set the due time of the next email, and it was not changed since.
    reason: execution.reason ?? (hasNextEmail && autoReplyDueAt === dueAt ? 'auto_reply' : null),
    detail: execution.detail ?? null,
    // Before the first email, the stored account is only the account of a claim.
    emailAccountId: (sentCount > 0 ? execution.emailAccountId : undefined) ?? null,
    currentStepId: sentSteps.at(-1) ?? null,
    nextStepId: (hasNextEmail ? nextStep(steps, execution)?.id : undefined) ?? null,
    skippedStepIds: skippedSteps,
    nextSendAt: hasNextEmail && status !== 'paused' ? timestamp(dueAt) : null,
    sentCount,
    lastSentAt: execution.lastSentAt ?? null,
    openedAt: execution.openedAt ?? null,
    clickedAt: execution.clickedAt ?? null,
    repliedAt: execution.repliedAt ?? null,
    finishedAt: execution.finishedAt ?? null,
  };
}
