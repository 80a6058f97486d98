import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import type { Change } from '#lib/commit/change.ts';
import type { NewEvent, Tally } from '#lib/commit/new-event.ts';
import { type Execution, isOpen, retryAt } from '#lib/executions/execution.ts';
import {
  endUnsentWrite,
  releaseWrite,
  type Sent,
  sentWrite,
  type UnsentEnd,
} from '#lib/executions/transitions.ts';
import { waitingTallies } from '#lib/executions/waiting-tallies.ts';
import type { Refusal } from '#lib/mail/refusal.ts';
import { timestamp } from '#lib/values/ids.ts';

export type Outcome = Omit<Change<undefined>, 'result'>;

export interface HandedMail {
  readonly stepId: string;
  readonly emailAccountId: string;
  readonly variantId: string;
  readonly messageId: string;
}

/**
 * The server has taken the mail. An execution that was ended meanwhile stays ended, but it has had a mail now; any other
 * waits for its next step, or is completed.
 */
export function planSent(execution: Execution, token: string, mail: HandedMail, sent: Sent): Outcome {
  const { id: executionId, campaignId, contactId, sentCount } = execution;
  const { stepId, emailAccountId, ...details } = mail;
  const isFirst = sentCount === 0;
  const event: NewEvent = {
    type: 'email.sent',
    data: { executionId, campaignId, contactId, stepId, emailAccountId },
    details,
    isFirst,
  };
  const writes = [sentWrite(execution, token, sent)];
  const started = [...waitingTallies(execution, -1), ...(isFirst ? [tally(execution, 'started')] : [])];
  if (!isOpen(execution)) {
    return {
      ...{ writes, events: [event] },
      tallies: isFirst ? [...started, tally(execution, 'endedUnsent', -1)] : [],
    };
  }
  if (sent.next) return { writes, events: [event], tallies: started };

  return {
    writes,
    events: [event, { type: 'campaign.contact_completed', data: { executionId, campaignId, contactId } }],
    tallies: [...started, tally(execution, 'completed')],
  };
}

/** The mail will never be sent. */
export function planFailed(execution: Execution, token: string, reason: string, now: number): Outcome {
  return planEnd(execution, token, { status: 'failed', reason }, now);
}

/** Nor will any other to this contact: nobody is at the address. An execution that was ended meanwhile stays so. */
export function planBounced(
  execution: Execution,
  token: string,
  { stepId, emailAccountId, ...details }: HandedMail,
  { smtpCode, enhancedCode, diagnostic }: Refusal,
  now: number,
): Outcome {
  const { id: executionId, campaignId, contactId } = execution;
  const ids = { executionId, campaignId, contactId, stepId, emailAccountId };

  return {
    ...planEnd(execution, token, { status: 'bounced', reason: `smtp_${smtpCode}` }, now),
    events: [{ type: 'email.bounced', data: { ...ids, smtpCode, enhancedCode, diagnostic }, details }],
  };
}

function planEnd(execution: Execution, token: string, end: UnsentEnd, now: number): Outcome {
  const writes = [endUnsentWrite(execution, token, end, timestamp(now))];
  if (!isOpen(execution)) return { writes };

  return {
    writes,
    tallies: [
      ...waitingTallies(execution, -1),
      tally(execution, end.status),
      ...(execution.sentCount === 0 ? [tally(execution, 'endedUnsent')] : []),
    ],
  };
}

/** The mail was not taken this time: again after 15 minutes, an hour, four hours, then never. */
export function planRetry(execution: Execution, token: string, reason: string, now: number): Outcome {
  const attempts = execution.sendAttempts + 1;
  const dueAt = retryAt(attempts, now);

  return dueAt === undefined
    ? planFailed(execution, token, reason, now)
    : { writes: [releaseWrite(execution, token, dueAt, attempts)] };
}

/** The server did not take the mail, but not because of its recipient. */
export function planGivenBack(execution: Execution, token: string, dueAt: number): Outcome {
  return { writes: [releaseWrite(execution, token, dueAt, execution.sendAttempts)] };
}

/**
 * The account had to stop: any other may send a first mail at once, a follow-up waits for its own. Due from now on, so that
 * a dispatcher that has gone past where it stood finds it again.
 * @param until when the account may send again, in epoch milliseconds; undefined: when somebody has reconnected it
 */
export function dueAfterSetback(
  { sentCount }: Pick<Execution, 'sentCount'>,
  until: number | undefined,
  now: number,
): number {
  return sentCount > 0 ? Math.max(now, until ?? now) : now;
}

function tally({ campaignId }: Execution, counter: CampaignCounter, by = 1): Tally {
  return { subjectId: campaignId, counter, by };
}
