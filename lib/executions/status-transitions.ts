import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import { type Execution, isOpen, rejectionAttributes } from '#lib/executions/execution.ts';
import { type ExecutionChange, executionChanged } from '#lib/executions/execution-change.ts';
import {
  campaignExecutions,
  dueIndexAttributes,
  executionById,
  executionKey,
  keyOfExecution,
  pausedIndex,
} from '#lib/executions/items.ts';
import type { NextEmail } from '#lib/executions/send-transitions.ts';
import type { Put, Update } from '#lib/storage/table.ts';

/** Stores a new execution. Fails if the contact has another execution in the campaign than `previous`, which must have ended. */
export function enrolWrite(execution: Execution, previous: Execution | undefined): Put {
  const { workspaceId, campaignId, contactId, dueAt } = execution;

  return {
    put: {
      ...executionKey(workspaceId, contactId, campaignId),
      ...execution,
      ...(isOpen(execution) && dueIndexAttributes(execution, dueAt)),
      gsi4pk: campaignExecutions(workspaceId, campaignId),
      gsi4sk: contactId,
      gsi5pk: executionById(workspaceId, execution.id),
      gsi5sk: contactId,
    },
    if: previous ? { id: { is: previous.id }, status: { is: previous.status } } : { pk: 'absent' },
  };
}

/** The attributes of an open execution that waits for its next email. */
function waitingUntil(execution: Execution, dueAt: number) {
  return {
    status: execution.sentCount === 0 ? 'pending' : 'in_progress',
    dueAt,
    ...dueIndexAttributes(execution, dueAt),
  };
}

/** paused → pending or in_progress, due now: the text, the contact or its company has changed. */
export function planExecutionResume(execution: Execution, now: number): ExecutionChange {
  const resumeWrite: Update = {
    update: keyOfExecution(execution),
    set: waitingUntil(execution, now),
    remove: ['reason'],
    if: { status: { is: 'paused' }, sentCount: { is: execution.sentCount } },
    otherwise: executionChanged,
  };

  return { writes: [resumeWrite], increments: waitingCounterIncrements(execution, -1) };
}

/** The sent steps, and the step with an unknown outcome. They are not sent again. */
export function attemptedSteps({ sentSteps, stepId, sendToken, reason }: Execution): string[] {
  // A reason `smtp_<code>` means that the server rejected the email, so it was not sent.
  const isRejected = reason?.startsWith('smtp_') === true;
  const mayBeSent = sendToken !== undefined && !isRejected;
  const isUncertain = stepId !== undefined && mayBeSent && !sentSteps.includes(stepId);

  return isUncertain ? [...sentSteps, stepId] : sentSteps;
}

/** ended → due now, at a step that was not sent yet. */
export function continueWrite(execution: Execution, stepId: string, now: number): Update {
  const { id, status, sentCount, skippedSteps = [] } = execution;
  const stillSkipped = skippedSteps.filter((skipped) => skipped !== stepId);

  return {
    update: keyOfExecution(execution),
    set: {
      ...waitingUntil(execution, now),
      sendState: 'due',
      sendAttempts: 0,
      continueAt: stepId,
      sentSteps: attemptedSteps(execution),
      ...(skippedSteps.length > 0 && { skippedSteps: stillSkipped }),
    },
    // Any account may send a first email.
    remove: [
      'reason',
      ...rejectionAttributes,
      'finishedAt',
      'sendToken',
      ...(sentCount === 0 ? ['emailAccountId'] : []),
    ],
    if: { id: { is: id }, status: { is: status }, sendState: { is: 'done' }, sentCount: { is: sentCount } },
    otherwise: executionChanged,
  };
}

/**
 * failed → due with the next step, or completed: a person stated that the email was sent, after its outcome had been unknown
 * for too long.
 * @param sent the write that records the email for an open execution
 */
export function reopenedSentWrite(execution: Execution, sent: Update): Update {
  const { status, sendState, sendToken = '', sentCount } = execution;
  const isCompleted = sent.set?.['status'] === 'completed';

  return {
    ...sent,
    remove: [...(sent.remove ?? []), 'reason', ...(isCompleted ? [] : ['finishedAt'])],
    if: {
      status: { is: status },
      sendState: { is: sendState },
      sendToken: { is: sendToken },
      sentCount: { is: sentCount },
    },
  };
}

/**
 * due, paused → due with the step after the skipped one.
 * @param next the step that follows the skipped one. Its due time must differ from the current one: otherwise, a worker that
 * has read the skipped step could still claim it.
 */
export function planExecutionSkip(execution: Execution, stepId: string, next: NextEmail): ExecutionChange {
  const { status, sentCount, dueAt, skippedSteps = [] } = execution;
  const skipWrite: Update = {
    update: keyOfExecution(execution),
    set: {
      ...waitingUntil(execution, next.dueAt),
      sendAttempts: 0,
      skippedSteps: [...skippedSteps, stepId],
      nextStepId: next.stepId,
    },
    remove: ['reason'],
    if: {
      sendState: { is: 'due' },
      status: { is: status },
      sentCount: { is: sentCount },
      dueAt: { is: dueAt },
    },
    otherwise: executionChanged,
  };

  // A due execution has no waiting counter, so the increments are empty.
  return { writes: [skipWrite], increments: waitingCounterIncrements(execution, -1) };
}

/**
 * due → due later, or due in the queue of another time zone.
 * @param zone of the queue for the first email; undefined for the campaign's
 * @param also attributes to set in the same write
 */
export function postponeWrite(
  execution: Execution,
  dueAt: number,
  zone: string | undefined,
  also: Pick<Execution, 'autoReplyDueAt'> = {},
): Update {
  return {
    ...ifUnclaimed(execution),
    set: {
      dueAt,
      ...also,
      ...(zone !== undefined && { zone }),
      ...dueIndexAttributes({ ...execution, zone }, dueAt),
    },
    remove: zone === undefined ? ['zone'] : [],
  };
}

/** due → paused: the contact has no value for a variable of the text, or the step has no enabled variant. */
export function planExecutionPause(execution: Execution, reason: string): ExecutionChange {
  const { workspaceId, campaignId, contactId } = execution;
  const pauseWrite: Update = {
    ...ifUnclaimed(execution),
    set: {
      status: 'paused',
      reason,
      gsi3pk: pausedIndex(workspaceId, campaignId),
      gsi3sk: contactId,
    },
  };

  return {
    writes: [pauseWrite],
    increments: waitingCounterIncrements({ ...execution, status: 'paused' }, 1),
  };
}

/** Records the first reply. Does not change the status. */
export function repliedWrite(execution: Execution, repliedAt: string): Update {
  return {
    update: keyOfExecution(execution),
    set: { repliedAt },
    if: { id: { is: execution.id }, repliedAt: 'absent' },
    otherwise: executionChanged,
  };
}

/** An update on the condition that the execution is unchanged since it was read, and not claimed. */
function ifUnclaimed(execution: Execution): Pick<Update, 'update' | 'if'> {
  const { dueAt, sentCount } = execution;

  return {
    update: keyOfExecution(execution),
    if: {
      sendState: { is: 'due' },
      status: { oneOf: ['pending', 'in_progress'] },
      dueAt: { is: dueAt },
      sentCount: { is: sentCount },
    },
  };
}
