import {
  activeKey,
  campaignKey,
  countersKey,
  dispatchKey,
  statusIndexAttributes,
} from '#lib/campaigns/state/items.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import { openCount, statsOf } from '#lib/campaigns/state/stats.ts';
import type { CampaignItem, Counters } from '#lib/campaigns/state/stored.ts';
import type { Change, CounterIncrement, NewEvent } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Item, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

type StatusChange = Pick<CampaignItem, 'status' | 'updatedAt'> &
  Partial<Pick<CampaignItem, 'pauseReason' | 'startedAt' | 'pausedAt' | 'completedAt'>>;

/** Whether all work is finished. A continuous campaign is finished only after its `endAt`. */
export function isFinished({ campaign, counters }: RunningState, now: number): boolean {
  return !hasUnfinishedWork(counters) && (!campaign.continuous || isPastEnd(campaign, now));
}

export function isPastEnd({ schedule: { endAt } }: Pick<CampaignItem, 'schedule'>, now: number): boolean {
  return endAt !== null && Date.parse(endAt) <= now;
}

/** Whether executions are open, or jobs may still open some. */
export function hasUnfinishedWork(counters: Counters): boolean {
  return counters.openJobs > 0 || openCount(counters) > 0;
}

/** active → completed, once for each start. Fails if a contact was enrolled or continued since the counters were read. */
export function planCompletion(
  { now }: Pick<Services, 'now'>,
  workspaceId: string,
  { campaign, counters }: RunningState,
): Change<undefined> {
  const at = timestamp(now());
  const updatedAt = timestampAfter(campaign.updatedAt, now());
  const statusChange = { status: 'completed', completedAt: at, updatedAt } as const;

  return {
    writes: [
      statusWrite(workspaceId, campaign, statusChange),
      ...deactivationWrites(workspaceId, campaign.id),
      {
        check: countersKey(workspaceId, campaign.id),
        if: ifEnrolmentsUnchanged(counters),
        otherwise: () => new StaleDecision('a contact was enrolled or continued concurrently'),
      },
    ],
    events: [campaignEvent('campaign.completed', campaign, { stats: statsOf(counters) })],
    increments: statusCounterIncrements(workspaceId, campaign, statusChange),
    result: undefined,
  };
}

/** Holds if no contact was enrolled or continued since the counters were read. */
function ifEnrolmentsUnchanged({ contacts, openJobs, reopened }: Counters): Condition[] {
  const sameCounts = { contacts: { is: contacts }, openJobs: { is: openJobs } };

  return [
    { ...sameCounts, reopened: { is: reopened } },
    // Absent until a contact continues for the first time.
    ...(reopened === 0 ? [{ ...sameCounts, reopened: 'absent' } as const] : []),
  ];
}

/**
 * active → paused: by the user, for a high bounce rate, or because no account can send. After the commit no email can
 * be claimed.
 */
export function planPauseWithReason(
  workspaceId: string,
  campaign: CampaignItem,
  reason: NonNullable<CampaignItem['pauseReason']>,
  now: number,
) {
  const at = timestamp(now);
  const updatedAt = timestampAfter(campaign.updatedAt, now);
  const statusChange = { status: 'paused', pauseReason: reason, pausedAt: at, updatedAt } as const;
  const change: Change<undefined> = {
    writes: [
      statusWrite(workspaceId, campaign, statusChange),
      ...deactivationWrites(workspaceId, campaign.id),
    ],
    events: [campaignEvent('campaign.paused', campaign, { reason })],
    increments: statusCounterIncrements(workspaceId, campaign, statusChange),
    result: undefined,
  };

  return { statusChange, change };
}

/** Changes the status on the condition that it is unchanged since it was read. */
export function statusWrite(
  workspaceId: string,
  { id, status }: Pick<CampaignItem, 'id' | 'status'>,
  statusChange: StatusChange,
  extraConditions: Condition = {},
): Update {
  return {
    update: campaignKey(workspaceId, id),
    set: { ...statusChange, ...statusIndexAttributes(workspaceId, id, statusChange.status) },
    add: { version: 1 },
    if: { status: { is: status }, ...extraConditions },
    otherwise: campaignChanged,
  };
}

/** The error of a failed condition on a campaign. @param found undefined if the campaign was deleted */
export function campaignChanged(found: Item | undefined): Error {
  return found ? new StaleDecision('the campaign was changed concurrently') : notFound();
}

/**
 * Changes the workspace's number of campaigns with a status. Belongs to every change that creates or deletes a campaign or
 * changes its status.
 */
export function statusCounterIncrement(
  workspaceId: string,
  status: CampaignStatus,
  by: 1 | -1,
): CounterIncrement {
  return { subjectId: workspaceId, counter: `campaigns.${status}`, by };
}

/** Moves the campaign from the number of its old status to the number of its new one. */
export function statusCounterIncrements(
  workspaceId: string,
  from: Pick<CampaignItem, 'status'>,
  to: StatusChange,
) {
  return [
    statusCounterIncrement(workspaceId, from.status, -1),
    statusCounterIncrement(workspaceId, to.status, 1),
  ];
}

/** Prevents further claims, and removes the campaign from the worklist. */
function deactivationWrites(workspaceId: string, campaignId: string): Write[] {
  return [
    { delete: activeKey(workspaceId, campaignId) },
    { update: dispatchKey(workspaceId, campaignId), remove: worklistAttributeNames },
  ];
}

export function campaignEvent(
  type: Extract<EventKind, `campaign.${string}`>,
  { id, name }: Pick<CampaignItem, 'id' | 'name'>,
  extraData: Readonly<Record<string, unknown>> = {},
): NewEvent {
  return { type, data: { campaignId: id, name, ...extraData } };
}
