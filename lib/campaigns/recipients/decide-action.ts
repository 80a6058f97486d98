import { continuationFault, reopenedCounts } from '#lib/campaigns/enrolment/continue.ts';
import { executionPut, planExclusion } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import type { RecipientAction } from '#lib/campaigns/recipients/action.ts';
import {
  type ActionContext,
  type ActionDecision,
  type ActionRecipient,
  refused,
  refusedByFault,
  refusedEnded,
  refusedInFlight,
  refusedOutcomeUnknown,
  unchangedDecision,
} from '#lib/campaigns/recipients/action-decision.ts';
import { decideResolution } from '#lib/campaigns/recipients/resolve-outcome.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { contactCompletedEvent, endExecution } from '#lib/executions/end-execution.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { nextStep } from '#lib/executions/next-step.ts';
import {
  attemptedSteps,
  continueWrite,
  planExecutionResume,
  planExecutionSkip,
} from '#lib/executions/status-transitions.ts';

type Decide = (
  context: ActionContext,
  recipient: ActionRecipient,
  request: RecipientAction,
) => ActionDecision | Promise<ActionDecision>;

/** Decides what an action does to a recipient, from its current state. */
export const decideAction: Readonly<Record<RecipientAction['action'], Decide>> = {
  retry: decideRetry,
  resume: ({ now }, { execution }) => decideResume(execution, now),
  skip: decideSkip,
  remove: ({ now }, { execution }) =>
    isOpen(execution)
      ? { kind: 'applied', ...endExecution(execution, 'stopped', 'removed', now) }
      : unchangedDecision,
  continue: (context, recipient, { stepId = '' }) => decideContinuation(context, recipient, stepId),
  restart: decideRestart,
  resolve: decideResolution,
};

/** Not enrolled → ended. */
export const decideExclusion = (
  { workspaceId, campaign, now }: ActionContext,
  contactId: string,
): ActionDecision => ({ kind: 'applied', ...planExclusion(workspaceId, campaign.id, contactId, now) });

/** failed, bounced → due now, with the step that failed. A step with an unknown outcome is never retried. */
function decideRetry(context: ActionContext, recipient: ActionRecipient): ActionDecision {
  const { execution } = recipient;
  const { status, sendState, sentSteps } = execution;
  if (sendState === 'sending') return refusedInFlight;
  if (sendState === 'unknown') return refusedOutcomeUnknown;
  if (status === 'paused') return refused('paused', 'the sequence is paused: use the action resume');
  if (isOpen(execution)) return unchangedDecision;
  if (status !== 'failed' && status !== 'bounced') {
    return refused('not_failed', `the sequence has ended as ${status}: continue or restart it`);
  }
  // The server may have accepted the step that is not recorded as sent.
  if (attemptedSteps(execution).length > sentSteps.length) return refusedOutcomeUnknown;
  const step = nextStep(context.campaign.steps, execution);
  if (!step) return refused('no_step_left', 'the campaign has no further step for the contact');

  return decideContinuation(context, recipient, step.id);
}

/** ended → due now, at a step that was not sent yet, in the same thread. */
function decideContinuation(
  { campaign, now }: ActionContext,
  { contact, execution, reserving }: ActionRecipient,
  stepId: string,
): ActionDecision {
  const { sendState, continueAt, sentSteps, thread } = execution;
  // After a repeated request, the execution already continues at this step.
  const isContinued = continueAt === stepId && !sentSteps.includes(stepId);
  if (isOpen(execution) && sendState === 'due' && isContinued) return unchangedDecision;
  const fault = continuationFault(contact, { campaign, stepId, execution }, reserving);
  if (fault) return refusedByFault(fault);

  return {
    kind: 'applied',
    writes: [continueWrite(execution, stepId, now)],
    counts: reopenedCounts(execution),
    isReopening: true,
    newThreadStepId: thread ? undefined : stepId,
  };
}

/** paused → due now. */
function decideResume(execution: Execution, now: number): ActionDecision {
  if (execution.status === 'paused') return { kind: 'applied', ...planExecutionResume(execution, now) };

  return isOpen(execution) ? unchangedDecision : refusedEnded;
}

/**
 * due, paused → due with the following step. The delay of that step starts now. After the last step the sequence is completed.
 * The request names the step, so a repetition skips no other step.
 */
function decideSkip(
  { campaign, now }: ActionContext,
  { contact, execution }: ActionRecipient,
  { stepId = '' }: RecipientAction,
): ActionDecision {
  const { sendState, sentSteps, skippedSteps = [], thread } = execution;
  if (skippedSteps.includes(stepId)) return unchangedDecision;
  if (sentSteps.includes(stepId)) return refused('already_sent', 'the contact has received this step');
  if (!isOpen(execution)) return refusedEnded;
  if (sendState === 'sending') return refusedInFlight;
  if (sendState === 'unknown') return refusedOutcomeUnknown;
  if (nextStep(campaign.steps, execution)?.id !== stepId) {
    return refused('not_next_step', 'the contact waits for another step');
  }
  const progress = { sentSteps, skippedSteps: [...skippedSteps, stepId] };
  const next = followUp({ campaign, contact }, progress, now);
  if (!next) {
    return {
      kind: 'applied',
      ...endExecution(execution, 'completed', undefined, now, { skippedSteps: progress.skippedSteps }),
      events: [contactCompletedEvent({ ...execution, ...progress })],
    };
  }
  // The due time must change, so that a worker that has read the skipped step cannot claim it: see `claimWrite`.
  const dueAt = next.dueAt === execution.dueAt ? next.dueAt + 1 : next.dueAt;

  return {
    kind: 'applied',
    ...planExecutionSkip(execution, stepId, { ...next, dueAt }),
    newThreadStepId: thread ? undefined : next.stepId,
  };
}

/**
 * ended → a new execution in a new thread, which may send steps again. It begins with the first step as after an enrolment,
 * or with `stepId` now.
 */
function decideRestart(
  { workspaceId, campaign, now }: ActionContext,
  { contact, execution, reserving }: ActionRecipient,
  { stepId: firstStepId }: RecipientAction,
): ActionDecision {
  const { id, status, sentCount } = execution;
  const stepId = firstStepId ?? campaign.steps[0]?.id;
  if (stepId === undefined) return refused('no_step_left', 'the campaign has no steps');
  // The sent steps, replies and clicks of the earlier execution do not count for the new one.
  const emptyProgress = { sentSteps: [], sentCount: 0, repliedAt: undefined, clickedAt: undefined };
  const restarted = { ...execution, ...emptyProgress, sendToken: undefined };
  const fault = continuationFault(contact, { campaign, stepId, execution: restarted }, reserving);
  if (fault) return refusedByFault(fault);
  const zone = zoneFor(campaign, contact);
  const { put } = executionPut(
    workspaceId,
    campaign,
    { contactId: contact.id, previous: execution, zone, firstStepId },
    now,
  );

  return {
    kind: 'applied',
    writes: [
      {
        put,
        if: {
          id: { is: id },
          status: { is: status },
          sendState: { is: 'done' },
          sentCount: { is: sentCount },
        },
        otherwise: executionChanged,
      },
    ],
    counts: { contacts: 1 },
    isReopening: true,
    zone,
    newThreadStepId: stepId,
  };
}
