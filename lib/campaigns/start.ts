import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { templateFaults } from '#lib/campaigns/definition/faults.ts';
import type { Step } from '#lib/campaigns/definition/step.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import { jobPut, newJob } from '#lib/campaigns/enrolment/jobs.ts';
import { activeKey, countersKey, dispatchKey } from '#lib/campaigns/items.ts';
import { presentCampaign, readStored, type StoredCampaign, sendingStatusOf } from '#lib/campaigns/read.ts';
import { ruleOf } from '#lib/campaigns/state.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { campaignEvent, hasUnfinished, movedTallies, moveWrite } from '#lib/campaigns/transitions.ts';
import type { Change } from '#lib/commit/change.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistPlace } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalid, invalidField, type ProblemDetail } from '#lib/values/problem.ts';

/**
 * draft, paused → active; completed → active when there is something left to do. Starting an active campaign changes
 * nothing. The dispatcher is called by publishing `campaign.started`; the worklist knows the campaign from the commit on.
 * @throws Problem 422 that lists every check that fails.
 */
export async function planStart(
  services: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Change<Campaign>> {
  const { table, now } = services;
  const stored = await readStored(table, workspaceId, campaignId, { consistent: true });
  const { item } = stored;
  const rule = ruleOf('start', item.status);
  if (rule.kind === 'refused') throw invalidField('', 'state', rule.message);
  if (rule.kind === 'stays') {
    const sendingStatus = await sendingStatusOf(services, workspaceId, stored);

    return { writes: [], result: presentCampaign(stored, sendingStatus) };
  }
  if (rule.kind === 'moves_if_unfinished' && !item.continuous && !hasUnfinished(stored.counters)) {
    throw invalidField('', 'state', 'the campaign is completed: add contacts, or make it continuous');
  }

  const accounts = await readAccounts(table, workspaceId, item.emailAccountIds);
  const faults = startFaults(stored, accounts, now());
  if (faults.length > 0) throw invalid(faults);

  const at = timestamp(now());
  const move = {
    status: rule.to,
    pauseReason: null,
    pausedAt: null,
    completedAt: null,
    startedAt: item.startedAt ?? at,
    updatedAt: at,
  };
  const audience = item.audience === null ? [] : [newJob(campaignId, 'audience', [], now())];
  const openJobs = stored.counters.openJobs + audience.length;
  const after = {
    ...stored,
    item: { ...item, ...move },
    counters: { ...stored.counters, openJobs },
  };

  return {
    writes: [
      // What was checked is what is started: an edit meanwhile makes the checks be made anew.
      moveWrite(workspaceId, item, move, { version: { is: item.version } }),
      { put: { ...activeKey(workspaceId, campaignId) } },
      wake(workspaceId, item, now()),
      ...audience.flatMap((job) => [jobPut(workspaceId, job, now()), oneMoreJob(workspaceId, campaignId)]),
    ],
    calls: audience.map(({ jobId }) => ({ campaignId, jobId })),
    events: [campaignEvent('campaign.started', item)],
    tallies: movedTallies(workspaceId, item, move),
    result: presentCampaign(after, await sendingStatusOf(services, workspaceId, after)),
  };
}

/** The campaign is not over before its audience has been enrolled. */
function oneMoreJob(workspaceId: string, campaignId: string): Write {
  return { update: countersKey(workspaceId, campaignId), add: { openJobs: 1 }, if: { pk: 'present' } };
}

/**
 * From here on the worklist knows the campaign. Slots that were given before a pause stay given: their messages are still
 * in the queue, and the dispatcher goes on behind them.
 */
function wake(workspaceId: string, { id, pauseReason }: CampaignItem, now: number): Write {
  return {
    update: dispatchKey(workspaceId, id),
    set: {
      ...{ workspaceId, campaignId: id, version: now, resumedAt: now },
      ...(pauseReason === 'bounce_rate' && { bouncesCountedFrom: now }),
      ...worklistPlace('campaign', id, now),
    },
    remove: ['stalledSince', 'idleSince', 'endJobAt'],
  };
}

/** Everything that keeps a campaign from running, at once. */
export function startFaults(
  { item, counters, steps }: StoredCampaign,
  accounts: readonly Pick<EmailAccountItem, 'status' | 'dailyLimit'>[],
  now: number,
): ProblemDetail[] {
  const canSend = accounts.some(({ status, dailyLimit }) => status === 'connected' && dailyLimit > 0);
  const hasContact = counters.contacts > 0 || item.audience !== null || item.continuous;
  const checks = [
    { holds: steps.length > 0, path: 'steps', message: 'there must be a step' },
    { holds: canSend, path: 'emailAccountIds', message: 'there must be a connected account that may send' },
    {
      holds: nextOpening(item.schedule, now) !== undefined,
      path: 'schedule',
      message: 'there must be a sending window in the future',
    },
    { holds: hasContact, path: 'contactIds', message: 'there must be a contact, an audience or continuous' },
  ];

  return [
    ...checks.flatMap(({ holds, path, message }) =>
      holds ? [] : [{ path, rule: 'start' as const, message }],
    ),
    ...steps.flatMap(stepFaults),
    ...templateFaults(steps),
  ];
}

function stepFaults({ thread, variants }: Step, step: number): ProblemDetail[] {
  if (!variants.some(({ enabled }) => enabled)) {
    return [{ path: `steps[${step}].variants`, rule: 'start', message: 'one must be enabled' }];
  }
  if (thread === 'reply') return [];

  return variants.flatMap(({ enabled, subject }, variant) =>
    enabled && subject === ''
      ? [
          {
            path: `steps[${step}].variants[${variant}].subject`,
            rule: 'start',
            message: 'required when thread is "new"',
          },
        ]
      : [],
  );
}
