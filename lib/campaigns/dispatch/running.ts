import { activeKey, campaignKey, countersKey, dispatchKey, quotaKey } from '#lib/campaigns/items.ts';
import {
  type CampaignItem,
  type Counters,
  type Dispatch,
  type Quota,
  toCampaignItem,
  toCounters,
  toDispatch,
  toQuota,
  zeroCounters,
} from '#lib/campaigns/stored.ts';
import type { Check, Table } from '#lib/storage/table.ts';

export type { CampaignItem };

/** What the dispatcher and the sending status need of a campaign. */
export interface RunningState {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly dispatch: Dispatch | undefined;
  /** Undefined before the first counted email. Emails are counted only for a campaign with a daily limit. */
  readonly quota: Quota | undefined;
}

/** Reads the state that the dispatcher decides on; undefined if the campaign does not exist. Strongly consistent. */
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
  const items = await table.getMany(keys, { consistent: true });
  const [campaign, counters, dispatch, quota] = keys.map((key) => items.find((item) => item.sk === key.sk));

  return (
    campaign && {
      campaign: toCampaignItem(campaign),
      counters: counters ? toCounters(counters) : zeroCounters,
      dispatch: dispatch && toDispatch(dispatch),
      quota: quota && toQuota(quota),
    }
  );
}

/** Reads the dispatch state and today's counts. Eventually consistent. */
export async function readProgress(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<Pick<RunningState, 'dispatch' | 'quota'>> {
  const keys = [dispatchKey(workspaceId, campaignId), quotaKey(workspaceId, campaignId)];
  const items = await table.getMany(keys);
  const [dispatch, quota] = keys.map((key) => items.find((item) => item.sk === key.sk));

  return { dispatch: dispatch && toDispatch(dispatch), quota: quota && toQuota(quota) };
}

export async function findCampaignItem(
  table: Table,
  workspaceId: string,
  campaignId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<CampaignItem | undefined> {
  const item = await table.get(campaignKey(workspaceId, campaignId), options);

  return item && toCampaignItem(item);
}

/** Belongs to every claim: fails after a pause or a deletion is committed. */
export function mustBeActive(workspaceId: string, campaignId: string): Check {
  return { check: activeKey(workspaceId, campaignId), if: { pk: 'present' } };
}
