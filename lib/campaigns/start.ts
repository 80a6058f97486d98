import type { StartedCampaign } from '#lib/campaigns/definition/campaign.ts';
import { stepWarnings, templateFaults } from '#lib/campaigns/definition/steps.ts';
import { addJobCounts, jobMessages, jobWrites, newEnrolmentJob } from '#lib/campaigns/enrolment/jobs.ts';
import { presentCampaign, readStored, sendingStatusOf } from '#lib/campaigns/read.ts';
import { ruleOf } from '#lib/campaigns/state/action-rules.ts';
import { activeKey, dispatchKey } from '#lib/campaigns/state/items.ts';
import { canSend } from '#lib/campaigns/state/sending-capacity.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { StoredCampaign } from '#lib/campaigns/state/stored.ts';
import {
  campaignEvent,
  hasUnfinishedWork,
  statusCounterIncrements,
  statusWrite,
} from '#lib/campaigns/state/transitions.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import type { Change } from '#lib/commit/change.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { invalid, invalidField, type ProblemDetail } from '#lib/values/problem.ts';

/**
 * draft, paused → active; completed → active if work is unfinished. Idempotent. Publishing `campaign.started` triggers
 * the dispatcher; if that message is lost, the worklist triggers it.
 * @throws Problem 422 that lists every failed check.
 */
export async function planStart(
  services: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Change<StartedCampaign>> {
  const { table, now } = services;
  const stored = await readStored(table, workspaceId, campaignId);
  const { item } = stored;
  const warnings = stepWarnings(stored.steps);
  const rule = ruleOf('start', item.status);
  if (rule.kind === 'refused') throw invalidField('', 'state', rule.message);
  if (rule.kind === 'stays') {
    const sendingStatus = await sendingStatusOf(services, workspaceId, stored);

    return { writes: [], result: { ...presentCampaign(stored, sendingStatus), warnings } };
  }
  if (rule.kind === 'moves_if_unfinished' && !item.continuous && !hasUnfinishedWork(stored.counters)) {
    throw invalidField('', 'state', 'the campaign is completed: add contacts, or make it continuous');
  }

  const accounts = await readAccounts(table, workspaceId, item.emailAccountIds);
  const faults = startFaults(stored, accounts, now());
  if (faults.length > 0) throw invalid(faults);

  const at = timestamp(now());
  const statusChange = {
    status: rule.to,
    pauseReason: null,
    pausedAt: null,
    completedAt: null,
    startedAt: item.startedAt ?? at,
    updatedAt: timestampAfter(item.updatedAt, now()),
  };
  const audienceJobs =
    item.audience === null
      ? []
      : [newEnrolmentJob({ workspaceId, campaignId, action: 'audience' }, [], now())];
  const after = {
    ...stored,
    item: { ...item, ...statusChange },
    counters: addJobCounts(stored.counters, audienceJobs),
  };

  return {
    writes: [
      // A concurrent edit fails this condition, so the checks run again.
      statusWrite(workspaceId, item, statusChange, { version: { is: item.version } }),
      { put: { ...activeKey(workspaceId, campaignId) } },
      dispatchStateWrite(workspaceId, stored, now()),
      // An open job keeps the campaign from completing before its audience is enrolled.
      ...jobWrites(audienceJobs),
    ],
    messages: jobMessages(audienceJobs),
    events: [campaignEvent('campaign.started', item)],
    increments: statusCounterIncrements(workspaceId, item, statusChange),
    result: { ...presentCampaign(after, await sendingStatusOf(services, workspaceId, after)), warnings },
  };
}

/**
 * Lists the campaign in the worklist for dispatch. Slots from before a pause remain assigned, because their messages
 * are still in the queue; new slots follow them. The new version makes earlier dispatch messages outdated.
 */
function dispatchStateWrite(workspaceId: string, { item, counters }: StoredCampaign, now: number): Write {
  const { id, pauseReason } = item;
  const { sent, bouncedEmails } = counters;

  return {
    update: dispatchKey(workspaceId, id),
    set: {
      workspaceId,
      campaignId: id,
      version: now,
      resumedAt: now,
      ...(pauseReason === 'bounce_rate' && { bouncesCountedFrom: { at: now, sent, bouncedEmails } }),
      ...worklistAttributes('campaign', id, now),
    },
    remove: ['stalledSince', 'idleSince', 'endJobAt'],
  };
}

/** All reasons why the campaign cannot start. */
export function startFaults(
  { item, counters, steps }: StoredCampaign,
  accounts: readonly Pick<EmailAccountItem, 'status' | 'dailyLimit'>[],
  now: number,
): ProblemDetail[] {
  const hasContact = counters.contacts > 0 || item.audience !== null || item.continuous;
  const checks = [
    { holds: steps.length > 0, path: 'steps', message: 'must contain at least one step' },
    {
      holds: accounts.some(canSend),
      path: 'emailAccountIds',
      message: 'must contain a connected account with a daily limit above 0',
    },
    {
      holds: nextOpening(item.schedule, now) !== undefined,
      path: 'schedule',
      message: 'must have a sending window in the future',
    },
    {
      holds: hasContact,
      path: 'contactIds',
      message:
        'no contact is enrolled: suppressed contacts and contacts of other active campaigns are refused, see enrolment.notEnrolled; add another contact or an audience, or set continuous',
    },
  ];

  return [
    ...checks.flatMap(({ holds, path, message }) =>
      holds ? [] : [{ path, rule: 'start' as const, message }],
    ),
    ...steps.flatMap(stepFaults),
    ...templateFaults(steps),
  ];
}

function stepFaults({ thread, variants }: Step, stepIndex: number): ProblemDetail[] {
  if (!variants.some(({ enabled }) => enabled)) {
    return [
      { path: `steps[${stepIndex}].variants`, rule: 'start', message: 'must contain an enabled variant' },
    ];
  }
  if (thread === 'reply') return [];

  return variants.flatMap(({ enabled, subject }, variantIndex) =>
    enabled && subject === ''
      ? [
          {
            path: `steps[${stepIndex}].variants[${variantIndex}].subject`,
            rule: 'start',
            message: 'required when thread is "new"',
          },
        ]
      : [],
  );
}
