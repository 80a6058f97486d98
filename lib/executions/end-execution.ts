import type { NewEvent } from '#lib/commit/change.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import type { EndedStatus, Execution } from '#lib/executions/execution.ts';
import { type ExecutionChange, executionChanged, joinChanges } from '#lib/executions/execution-change.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * open → ended: the execution sends no further email. An email in flight may still arrive; it is recorded, and the
 * execution remains ended. A concurrent change of the execution fails the write, so the caller retries.
 * @param also attributes to set in the same write
 */
export function endExecution(
  execution: Execution,
  status: EndedStatus,
  reason: string | undefined,
  now: number,
  also: Readonly<Record<string, unknown>> = {},
): ExecutionChange {
  const { campaignId, sendState, sentCount } = execution;
  // Only the worker that claimed an email, or later evidence, may record its outcome.
  const isOutcomePending = sendState === 'sending' || sendState === 'unknown';

  return {
    writes: [
      {
        update: keyOfExecution(execution),
        set: {
          status,
          finishedAt: timestamp(now),
          ...also,
          ...(reason !== undefined && { reason }),
          ...(!isOutcomePending && { sendState: 'done' }),
        },
        ...(!isOutcomePending && { remove: worklistAttributeNames }),
        if: { status: { is: execution.status }, sendState: { is: sendState }, sentCount: { is: sentCount } },
        otherwise: executionChanged,
      },
    ],
    increments: [
      ...waitingCounterIncrements(execution, -1),
      { subjectId: campaignId, counter: status, by: 1 },
      ...(sentCount === 0 ? [{ subjectId: campaignId, counter: 'endedUnsent', by: 1 }] : []),
    ],
  };
}

/** Executions that end in one transaction, which has at most 100 writes. A deletion also has a write for each tag. */
const endingsMax = 40;

/**
 * Ends the open executions of a contact that is suppressed or deleted in the same transaction. Beyond
 * `endingsMax`, an execution ends when its next email is due (`endUnmailableExecution`). Executions without a
 * due email, such as paused ones, come first, because they may never have one; then executions in progress.
 */
export function endOpenExecutions(
  openExecutions: readonly Execution[],
  status: EndedStatus,
  reason: string | undefined,
  now: number,
): ExecutionChange {
  const endings = openExecutions
    .toSorted(
      (one, other) =>
        Number(willComeDue(one)) - Number(willComeDue(other)) || other.sentCount - one.sentCount,
    )
    .slice(0, endingsMax)
    .map((execution) => endExecution(execution, status, reason, now));

  return joinChanges(endings);
}

/** Whether its next email will come due without a resume. */
function willComeDue({ status, sendState }: Execution): boolean {
  return sendState === 'due' && status !== 'paused';
}

/** The event of an execution that completes: each step was sent or skipped. */
export function contactCompletedEvent({ id, campaignId, contactId, skippedSteps = [] }: Execution): NewEvent {
  return {
    type: 'campaign.contact_completed',
    data: { executionId: id, campaignId, contactId, skippedStepIds: skippedSteps },
  };
}
