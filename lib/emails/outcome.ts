import type { NewEvent, Tally } from '#lib/activity/new-event.ts';
import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import { type Execution, isOpen, retryAt } from '#lib/executions/execution.ts';
import { failWrite, releaseWrite, sentWrite } from '#lib/executions/transitions.ts';
import type { Change } from '#lib/runtime/change.ts';
import { timestamp } from '#lib/runtime/ids.ts';

export type Outcome = Omit<Change<undefined>, 'result'>;

export interface SentMail {
  readonly stepId: string;
  readonly emailAccountId: string;
  readonly variantId: string;
  readonly messageId: string;
}

/**
 * The server has taken the mail, and it was the execution's last step. An execution that was ended meanwhile stays
 * ended, but it has had a mail now.
 */
export function planSent(execution: Execution, token: string, mail: SentMail, now: number): Outcome {
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
  const writes = [failWrite(execution, token, reason, timestamp(now))];
  if (!isOpen(execution)) return { writes };

  return {
    writes,
    tallies: [
      tally(execution, 'failed'),
      ...(execution.sentCount === 0 ? [tally(execution, 'endedUnsent')] : []),
    ],
  };
}

/** The mail was not taken this time: again after 15 minutes, an hour, four hours, then never. */
export function planRefused(execution: Execution, token: string, reason: string, now: number): Outcome {
  const dueAt = retryAt(execution.sendAttempts + 1, now);

  return dueAt === undefined
    ? planFailed(execution, token, reason, now)
    : { writes: [releaseWrite(execution, token, dueAt)] };
}

function tally({ campaignId }: Execution, counter: CampaignCounter, by = 1): Tally {
  return { subjectId: campaignId, counter, by };
}
