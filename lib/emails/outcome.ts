import type { Tally } from '#lib/activity/new-event.ts';
import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import { type Execution, retryAt } from '#lib/executions/execution.ts';
import { failWrite, releaseWrite, sentWrite } from '#lib/executions/transitions.ts';
import type { Change } from '#lib/runtime/change.ts';
import { timestamp } from '#lib/runtime/ids.ts';

type Outcome = Omit<Change<undefined>, 'result'>;

/** The server has taken the mail, and it was the execution's last step. */
export function planSent(execution: Execution, token: string, emailAccountId: string, now: number): Outcome {
  const { id: executionId, campaignId, contactId, stepId } = execution;

  return {
    writes: [sentWrite(execution, token, timestamp(now))],
    events: [
      { type: 'email.sent', data: { executionId, campaignId, contactId, stepId, emailAccountId } },
      { type: 'campaign.contact_completed', data: { executionId, campaignId, contactId } },
    ],
    tallies: [tally(execution, 'started'), tally(execution, 'completed')],
  };
}

/** The mail will never be sent. */
export function planFailed(execution: Execution, token: string, reason: string, now: number): Outcome {
  return {
    writes: [failWrite(execution, token, reason, timestamp(now))],
    tallies: [tally(execution, 'failed')],
  };
}

/** The mail was not taken this time: again after 15 minutes, an hour, four hours, then never. */
export function planRefused(execution: Execution, token: string, reason: string, now: number): Outcome {
  const dueAt = retryAt(execution.sendAttempts + 1, now);

  return dueAt === undefined
    ? planFailed(execution, token, reason, now)
    : { writes: [releaseWrite(execution, token, dueAt)] };
}

function tally({ campaignId }: Execution, counter: CampaignCounter): Tally {
  return { subjectId: campaignId, counter, by: 1 };
}
