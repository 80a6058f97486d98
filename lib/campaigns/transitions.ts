import type { Campaign } from '#lib/campaigns/campaign.ts';
import { type Counters, campaignKey, dispatchKey } from '#lib/campaigns/items.ts';
import { getCampaign, type RunningState } from '#lib/campaigns/read.ts';
import { readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { invalid, invalidField, type ProblemDetail } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import type { Update, Write } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';

type TransitionServices = Services & { readonly schedules: CampaignSchedules };

/**
 * draft, paused → active. Starting an active campaign changes nothing.
 * @throws Problem 422 that lists every check that fails.
 */
export async function planStart(
  services: TransitionServices,
  workspaceId: string,
  campaignId: string,
): Promise<Change<Campaign>> {
  const { table, now, schedules } = services;
  const campaign = await getCampaign(services, workspaceId, campaignId, { consistent: true });
  if (campaign.status === 'active') return { writes: [], result: campaign };
  if (campaign.status === 'completed') throw invalidField('', 'state', 'the campaign is completed');

  const accounts = await readAccounts(table, workspaceId, campaign.emailAccountIds);
  const faults = startFaults(
    campaign,
    accounts.some(({ status, dailyLimit }) => status === 'connected' && dailyLimit > 0),
  );
  if (faults.length > 0) throw invalid(faults);

  const at = timestamp(now());
  const changes = {
    status: 'active',
    pauseReason: null,
    pausedAt: null,
    startedAt: campaign.startedAt ?? at,
  } as const;
  const tick = { workspaceId, campaignId };

  return {
    writes: [
      transition(workspaceId, campaign, { ...changes, updatedAt: at }),
      wake(workspaceId, campaignId, now()),
    ],
    events: [campaignEvent('campaign.started', campaign)],
    result: { ...campaign, ...changes, updatedAt: at },
    wakeUp: () => schedules.wakeAt(tick, now()),
  };
}

/** active → paused. Pausing a paused campaign changes nothing. Once committed, nothing is claimed any more. */
export async function planPause(
  services: TransitionServices,
  workspaceId: string,
  campaignId: string,
): Promise<Change<Campaign>> {
  const campaign = await getCampaign(services, workspaceId, campaignId, { consistent: true });
  if (campaign.status === 'paused') return { writes: [], result: campaign };
  if (campaign.status !== 'active') throw invalidField('', 'state', `the campaign is ${campaign.status}`);

  const at = timestamp(services.now());
  const changes = { status: 'paused', pauseReason: 'user', pausedAt: at, updatedAt: at } as const;

  return {
    writes: [transition(workspaceId, campaign, changes), leaveWorklist(workspaceId, campaignId)],
    events: [campaignEvent('campaign.paused', campaign, { reason: 'user' })],
    result: { ...campaign, ...changes },
    wakeUp: () => services.schedules.clear(campaignId),
  };
}

/** Everything that can be done is done: every contact has come to an end and nobody is being enrolled. */
export function hasFinished(counters: Counters): boolean {
  return counters.openJobs === 0 && endedCount(counters) >= counters.contacts;
}

function endedCount(counters: Counters): number {
  const { completed, replied, bounced, unsubscribed, blocklisted, failed, stopped } = counters;

  return completed + replied + bounced + unsubscribed + blocklisted + failed + stopped;
}

/** active → completed, once per run. */
export function planCompletion(
  { now }: Pick<Services, 'now'>,
  workspaceId: string,
  { campaign, counters }: RunningState,
): Change<undefined> {
  const at = timestamp(now());
  const { contacts, sent, completed, failed } = counters;

  return {
    writes: [
      transition(workspaceId, campaign, { status: 'completed', completedAt: at, updatedAt: at }),
      leaveWorklist(workspaceId, campaign.id),
    ],
    events: [campaignEvent('campaign.completed', campaign, { stats: { contacts, sent, completed, failed } })],
    result: undefined,
  };
}

/** The state that was decided upon must still be the state; who lost the race decides anew. */
function transition(
  workspaceId: string,
  { id, status }: Pick<Campaign, 'id' | 'status'>,
  set: Readonly<Record<string, unknown>>,
): Update {
  return {
    update: campaignKey(workspaceId, id),
    set,
    if: { status: { is: status } },
    otherwise: () => new Stale('the campaign changed meanwhile'),
  };
}

/** A fresh look at everything that is due, now; from here on the worklist knows the campaign. */
function wake(workspaceId: string, campaignId: string, now: number): Write {
  return {
    put: {
      ...dispatchKey(workspaceId, campaignId),
      workspaceId,
      campaignId,
      lastSlotAt: 0,
      nextWakeAt: now,
      version: now,
      ...worklistPlace('campaign', campaignId, now),
    },
  };
}

function leaveWorklist(workspaceId: string, campaignId: string): Update {
  return { update: dispatchKey(workspaceId, campaignId), remove: noWorklistPlace };
}

function campaignEvent(
  type: 'campaign.started' | 'campaign.paused' | 'campaign.completed',
  { id, name }: Pick<Campaign, 'id' | 'name'>,
  more: Readonly<Record<string, unknown>> = {},
) {
  return { type, data: { campaignId: id, name, ...more } };
}

function startFaults({ steps, stats }: Campaign, canSend: boolean): ProblemDetail[] {
  return [
    { holds: steps.length > 0, path: 'steps', message: 'there must be a step' },
    { holds: canSend, path: 'emailAccountIds', message: 'there must be a connected account that may send' },
    { holds: stats.contacts > 0, path: 'contactIds', message: 'there must be a contact' },
  ].flatMap(({ holds, path, message }) => (holds ? [] : [{ path, rule: 'start', message }]));
}
