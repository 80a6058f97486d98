import { continuationFault, reopenedCounts } from '#lib/campaigns/enrolment/continue.ts';
import type { RecipientAction } from '#lib/campaigns/recipients/action.ts';
import {
  type ActionContext,
  type ActionDecision,
  type ActionRecipient,
  refused,
  refusedByFault,
  refusedInFlight,
  refusedStepDeleted,
  unchangedDecision,
} from '#lib/campaigns/recipients/action-decision.ts';
import { planDelivery } from '#lib/emails/proven-delivery.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { nextStep } from '#lib/executions/next-step.ts';
import { notSentWrite } from '#lib/executions/send-transitions.ts';
import { continueWrite, reopenedSentWrite } from '#lib/executions/status-transitions.ts';

/**
 * A person decides whether the server accepted a step's email. Only this decision allows a second attempt after an unknown
 * outcome. Evidence and decisions exclude each other by the send token: the first one is recorded.
 */
export function decideResolution(
  context: ActionContext,
  recipient: ActionRecipient,
  { stepId = '', outcome }: RecipientAction,
): ActionDecision | Promise<ActionDecision> {
  const { execution } = recipient;
  const { sendState, sendToken, sentSteps } = execution;
  const isSent = outcome === 'sent';
  if (sentSteps.includes(stepId)) {
    return isSent ? unchangedDecision : refused('already_sent', 'the email was recorded as sent');
  }
  if (execution.stepId === stepId && sendToken !== undefined) {
    if (sendState === 'sending') return refusedInFlight;
    if (sendState === 'unknown') {
      return isSent ? decideSent(context, execution) : decideNotSent(execution, sendToken, context.now);
    }
    if (hasExpired(execution)) return decideExpired(context, recipient, stepId, isSent);
  }
  const isDueNext = sendState === 'due' && nextStep(context.campaign.steps, execution)?.id === stepId;
  if (!isSent && isDueNext) return unchangedDecision;

  return refused('outcome_known', 'the email of this step has no unknown outcome');
}

/** Whether the execution has failed because the outcome remained unknown. */
function hasExpired({ status, reason, sendState }: Execution): boolean {
  return status === 'failed' && reason === 'delivery_unknown' && sendState === 'done';
}

/** Records the email as sent. */
async function decideSent({ services }: ActionContext, execution: Execution): Promise<ActionDecision> {
  const planned = await planDelivery(services, execution);

  return planned ? { kind: 'applied', ...planned } : refusedStepDeleted;
}

/** Allows another attempt at the email. */
function decideNotSent(execution: Execution, token: string, now: number): ActionDecision {
  return {
    kind: 'applied',
    writes: [notSentWrite(execution, token, now)],
    increments: waitingCounterIncrements(execution, -1),
  };
}

/** Opens an execution that failed because of the unknown outcome: at the same step, or after it. */
async function decideExpired(
  { services, campaign, now }: ActionContext,
  { contact, execution, reserving }: ActionRecipient,
  stepId: string,
  isSent: boolean,
): Promise<ActionDecision> {
  // With the token, `continuationFault` and `continueWrite` would count this step as sent.
  const { sendToken: _, ...withoutAttempt } = execution;
  const fault = continuationFault(contact, { campaign, stepId, execution: withoutAttempt }, reserving);
  if (fault) return refusedByFault(fault);
  const counts = reopenedCounts(execution);
  if (!isSent) {
    return {
      kind: 'applied',
      writes: [continueWrite(withoutAttempt, stepId, now)],
      counts,
      isReopening: true,
    };
  }
  const status = execution.sentCount === 0 ? 'pending' : 'in_progress';
  // Planned as if the email were in flight. The only update is the execution's: `reopenedSentWrite` replaces its conditions by the
  // real state.
  const planned = await planDelivery(services, { ...execution, status, sendState: 'sending' });
  if (!planned) return refusedStepDeleted;
  const { writes, events = [], increments = [] } = planned;

  return {
    kind: 'applied',
    writes: writes.map((write) => ('update' in write ? reopenedSentWrite(execution, write) : write)),
    events,
    increments,
    counts,
    isReopening: true,
  };
}
