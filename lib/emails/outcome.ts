import type { NewEvent, Tally } from '#lib/activity/new-event.ts';
import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import { type Execution, isOpen, retryAt } from '#lib/executions/execution.ts';
import { endUnsentWrite, releaseWrite, sentWrite, type UnsentEnd } from '#lib/executions/transitions.ts';
import type { Refusal } from '#lib/mail/refusal.ts';
import type { Change } from '#lib/runtime/change.ts';
import { timestamp } from '#lib/runtime/ids.ts';

export type Outcome = Omit<Change<undefined>, 'result'>;

export interface HandedMail {
  readonly stepId: string;
  readonly emailAccountId: string;
  readonly variantId: string;
  readonly messageId: string;
}

/**
 * The server has taken the mail, and it was the execution's last step. An execution that was ended meanwhile stays
 * ended, but it has had a mail now.
 */
export function planSent(execution: Execution, token: string, mail: HandedMail, now: number): Outcome {
  const { id: executionId, campaignId, contactId, sentCount } = execution;
  const { stepId, emailAccountId, ...details } = mail;
  const isFirst = sentCount === 0;
  const sent: NewEvent = {
    type: 'email.sent',
    data: { executionId, campaignId, contactId, stepId, emailAccountId },
    details,
    isFirst,
  };
  const started = isFirst ? [tally(execution, 'started')] : [];

  return isOpen(execution)
    ? {
        writes: [sentWrite(execution, token, timestamp(now))],
        events: [sent, { type: 'campaign.contact_completed', data: { executionId, campaignId, contactId } }],
        tallies: [...started, tally(execution, 'completed')],
      }
    : {
        writes: [sentWrite(execution, token, timestamp(now))],
        events: [sent],
        tallies: isFirst ? [...started, tally(execution, 'endedUnsent', -1)] : [],
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

/** Its account had to stop: any other may send a first mail as soon as before, a follow-up waits for its own. */
export function planSetAside(execution: Execution, token: string, until: number | undefined): Outcome {
  const { dueAt, sendAttempts, sentCount } = execution;
  const waits = sentCount > 0 && until !== undefined;

  return { writes: [releaseWrite(execution, token, waits ? Math.max(dueAt, until) : dueAt, sendAttempts)] };
}

function tally({ campaignId }: Execution, counter: CampaignCounter, by = 1): Tally {
  return { subjectId: campaignId, counter, by };
}
