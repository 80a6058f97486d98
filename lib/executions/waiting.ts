import type { Tally } from '#lib/commit/new-event.ts';
import type { Execution } from '#lib/executions/execution.ts';
import {
  campaignExecutions,
  duePlace,
  executionById,
  executionKey,
  keyOfExecution,
  pausedIndex,
} from '#lib/executions/items.ts';
import { waitingTallies } from '#lib/executions/waiting-tallies.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Put, Update } from '#lib/storage/table.ts';

/** Fails if the contact has another execution in the campaign than `previous`, which must have ended. */
export function enrolWrite(execution: Execution, previous: Execution | undefined): Put {
  const { workspaceId, campaignId, contactId, dueAt } = execution;

  return {
    put: {
      ...executionKey(workspaceId, contactId, campaignId),
      ...execution,
      ...duePlace(execution, dueAt),
      gsi4pk: campaignExecutions(workspaceId, campaignId),
      gsi4sk: contactId,
      gsi5pk: executionById(workspaceId, execution.id),
      gsi5sk: contactId,
    },
    if: previous ? { id: { is: previous.id }, status: { is: previous.status } } : { pk: 'absent' },
  };
}

interface WaitingChange {
  readonly writes: readonly Update[];
  readonly tallies: readonly Tally[];
}

/** paused → pending or in_progress, due now: the text, the contact or its company has changed. */
export function planResume(execution: Execution, now: number): WaitingChange {
  const resumed: Update = {
    update: keyOfExecution(execution),
    set: {
      status: execution.sentCount === 0 ? 'pending' : 'in_progress',
      dueAt: now,
      ...duePlace(execution, now),
    },
    remove: ['reason'],
    if: { status: { is: 'paused' }, sentCount: { is: execution.sentCount } },
    otherwise: () => new Stale('the execution changed meanwhile'),
  };

  return { writes: [resumed], tallies: waitingTallies(execution, -1) };
}

/** The sent steps, and the step whose outcome is unknown. They are not sent again. */
export function attemptedSteps({ sentSteps, stepId, sendToken, reason }: Execution): string[] {
  const wasHandedOver = sendToken !== undefined && reason?.startsWith('smtp_') !== true;
  const isUncertain = stepId !== undefined && wasHandedOver && !sentSteps.includes(stepId);

  return isUncertain ? [...sentSteps, stepId] : sentSteps;
}

/** ended → due now, at a step that was not sent yet. */
export function continueWrite(execution: Execution, stepId: string, now: number): Update {
  const { id, status, sentCount } = execution;

  return {
    update: keyOfExecution(execution),
    set: {
      ...{
        status: sentCount === 0 ? 'pending' : 'in_progress',
        sendState: 'due',
        sendAttempts: 0,
        dueAt: now,
      },
      ...{ continueAt: stepId, sentSteps: attemptedSteps(execution) },
      ...duePlace(execution, now),
    },
    remove: ['reason', 'finishedAt', 'sendToken', ...(sentCount === 0 ? ['emailAccountId'] : [])],
    if: { id: { is: id }, status: { is: status }, sendState: { is: 'done' }, sentCount: { is: sentCount } },
    otherwise: () => new Stale('the execution changed meanwhile'),
  };
}

/** due → due later, or due in the queue of another time zone. */
export function postponeWrite(execution: Execution, dueAt: number, zone: string | undefined): Update {
  return {
    ...stillFree(execution),
    set: { dueAt, ...(zone !== undefined && { zone }), ...duePlace({ ...execution, zone }, dueAt) },
    remove: zone === undefined ? ['zone'] : [],
  };
}

/** due → paused: the contact has no value for a variable of the text. */
export function planWaiting(execution: Execution, reason: string): WaitingChange {
  const { workspaceId, campaignId, contactId } = execution;
  const paused: Update = {
    ...stillFree(execution),
    set: {
      ...{ status: 'paused', reason },
      ...{ gsi3pk: pausedIndex(workspaceId, campaignId), gsi3sk: contactId },
    },
  };

  return { writes: [paused], tallies: waitingTallies({ ...execution, status: 'paused' }, 1) };
}

/** Records the first reply. Does not change the status. */
export function repliedWrite(execution: Execution, repliedAt: string): Update {
  return {
    update: keyOfExecution(execution),
    set: { repliedAt },
    if: { id: { is: execution.id }, repliedAt: 'absent' },
    otherwise: () => new Stale('the execution changed meanwhile'),
  };
}

/** An update on the condition that the execution is unchanged since it was read, and not claimed. */
function stillFree(execution: Execution): Pick<Update, 'update' | 'if'> {
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
