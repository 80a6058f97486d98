import type { CampaignCounter } from '#lib/campaigns/state/counters.ts';
import type { Change, CounterIncrement, NewEvent } from '#lib/commit/change.ts';
import { waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import { contactCompletedEvent } from '#lib/executions/end-execution.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import {
  endUnsentWrite,
  releaseWrite,
  type Sent,
  sentWrite,
  type UnsentEnd,
} from '#lib/executions/send-transitions.ts';
import { type Refusal, refusalText } from '#lib/mail/refusal.ts';
import { timestamp } from '#lib/values/ids.ts';

/** The change that records the result of a send, a received message, an open, a click or an unsubscribe. */
export type Outcome = Omit<Change<undefined>, 'result'>;

export interface TransmittedEmail {
  readonly stepId: string;
  readonly emailAccountId: string;
  readonly variantId: string;
  readonly messageId: string;
}

/**
 * The server accepted the message. An open execution continues with its next step or completes. An execution that ended
 * during the send stays ended, but counts as started.
 */
export function planSent(
  execution: Execution,
  token: string,
  transmitted: TransmittedEmail,
  sent: Omit<Sent, 'stepId' | 'variantId'>,
): Outcome {
  const { id: executionId, campaignId, contactId, sentCount, claimedTracking: tracked = [] } = execution;
  const { stepId, emailAccountId, ...details } = transmitted;
  const isFirst = sentCount === 0;
  const event: NewEvent = {
    type: 'email.sent',
    data: { executionId, campaignId, contactId, stepId, emailAccountId },
    details: { ...details, tracked },
    isFirst,
  };
  const writes = [sentWrite(execution, token, { ...sent, stepId, variantId: details.variantId })];
  const sentIncrements = [
    // None for an execution that has ended.
    ...waitingCounterIncrements(execution, -1),
    ...(isFirst ? [counterIncrement(execution, 'started')] : []),
  ];
  if (!isOpen(execution)) {
    // The end of an execution without a sent email was counted as `endedUnsent`, which this email corrects.
    const corrections = isFirst ? [counterIncrement(execution, 'endedUnsent', -1)] : [];

    return { writes, events: [event], increments: [...sentIncrements, ...corrections] };
  }
  if (sent.next) return { writes, events: [event], increments: sentIncrements };

  return {
    writes,
    events: [event, contactCompletedEvent(execution)],
    increments: [...sentIncrements, counterIncrement(execution, 'completed')],
  };
}

/** The email permanently failed to send. */
export function planFailed(
  execution: Execution,
  token: string,
  end: Omit<UnsentEnd, 'status'>,
  now: number,
): Outcome {
  return planEnd(execution, token, { status: 'failed', ...end }, now);
}

/** The server rejected the address permanently. An execution that ended during the send keeps its status. */
export function planBounced(
  execution: Execution,
  token: string,
  { stepId, emailAccountId, ...details }: TransmittedEmail,
  refusal: Refusal,
  now: number,
): Outcome {
  const { id: executionId, campaignId, contactId } = execution;
  const ids = { executionId, campaignId, contactId, stepId, emailAccountId };
  const { smtpCode, enhancedCode, diagnostic } = refusal;
  const end: UnsentEnd = { status: 'bounced', reason: `smtp_${smtpCode}`, detail: refusalText(refusal) };

  return {
    ...planEnd(execution, token, end, now),
    events: [{ type: 'email.bounced', data: { ...ids, smtpCode, enhancedCode, diagnostic }, details }],
  };
}

/** Ends the execution without this email. An execution that ended during the send keeps its status and counts. */
function planEnd(execution: Execution, token: string, end: UnsentEnd, now: number): Outcome {
  const writes = [endUnsentWrite(execution, token, end, timestamp(now))];
  if (!isOpen(execution)) return { writes };

  return {
    writes,
    increments: [
      ...waitingCounterIncrements(execution, -1),
      counterIncrement(execution, end.status),
      ...(execution.sentCount === 0 ? [counterIncrement(execution, 'endedUnsent')] : []),
    ],
  };
}

/** The server rejected the message for a reason unrelated to the recipient. The attempt is not counted. */
export function planRelease(execution: Execution, token: string, dueAt: number): Outcome {
  return { writes: [releaseWrite(execution, token, { dueAt, attempts: execution.sendAttempts })] };
}

function counterIncrement({ campaignId }: Execution, counter: CampaignCounter, by = 1): CounterIncrement {
  return { subjectId: campaignId, counter, by };
}
