import { activeKey, campaignKey, countersKey, dispatchKey, quotaKey } from '#lib/campaigns/state/items.ts';
import {
  type CampaignItem,
  type Counters,
  type DayCount,
  type Dispatch,
  toCampaignItem,
  toCounters,
  toDispatch,
  toQuota,
  zeroCounters,
} from '#lib/campaigns/state/stored.ts';
import { type Check, itemLookup, lookUpItems, type Table } from '#lib/storage/table.ts';

/** What the dispatcher and the sending status need of a campaign. */
export interface RunningState {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly dispatch: Dispatch | undefined;
  /**
   * What the campaign has sent on its last sending day. Undefined before the first counted email: emails are counted only for a
   * campaign with a daily limit.
   */
  readonly quota: DayCount | undefined;
}

/** Reads the state that the dispatcher decides on; undefined if the campaign does not exist. */
export async function readRunningState(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<RunningState | undefined> {
  const keys = [
    campaignKey(workspaceId, campaignId),
    countersKey(workspaceId, campaignId),
    dispatchKey(workspaceId, campaignId),
    quotaKey(workspaceId, campaignId),
  ];
  const [campaign, counters, dispatch, quota] = keys.map(await lookUpItems(table, keys));

  return (
    campaign && {
      campaign: toCampaignItem(campaign),
      counters: counters ? toCounters(counters) : zeroCounters,
      dispatch: dispatch && toDispatch(dispatch),
      quota: quota && toQuota(quota),
    }
  );
}

/** Reads the dispatch state and the counts of the last sending day. */
export async function readProgress(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<Pick<RunningState, 'dispatch' | 'quota'>> {
  const keys = [dispatchKey(workspaceId, campaignId), quotaKey(workspaceId, campaignId)];
  const [dispatch, quota] = keys.map(itemLookup(await table.getMany(keys)));

  return { dispatch: dispatch && toDispatch(dispatch), quota: quota && toQuota(quota) };
}

export async function findCampaignItem(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignItem | undefined> {
  const item = await table.get(campaignKey(workspaceId, campaignId));

  return item && toCampaignItem(item);
}

/** Belongs to every claim: fails after a pause or a deletion is committed. */
export function mustBeActive(workspaceId: string, campaignId: string): Check {
  return { check: activeKey(workspaceId, campaignId), if: { pk: 'present' } };
}

/** The account that sends the follow-ups in threads of `accountId`: another account after a reassignment. */
export function accountOfThread(
  { threadReassignments }: Pick<CampaignItem, 'threadReassignments'>,
  accountId: string,
): string {
  return (
    threadReassignments.find(({ fromAccountId }) => fromAccountId === accountId)?.toAccountId ?? accountId
  );
}
