import type { Campaign, Step } from '#lib/campaigns/campaign.ts';
import {
  type CampaignItem,
  type Counters,
  campaignKey,
  campaignPartition,
  campaignPrefix,
  countersKey,
  type Dispatch,
  dispatchKey,
  noCounts,
  stepKey,
  toCampaignItem,
  toCounters,
  toDispatch,
  toStep,
} from '#lib/campaigns/items.ts';
import { notFound } from '#lib/http/problem.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Check, Table } from '#lib/storage/table.ts';

export type { CampaignItem };

/** The campaign's item, its counters and at most 20 steps. */
const partsMax = 22;

/** @throws Problem 404 */
export async function getCampaign(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  campaignId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<Campaign> {
  const { items } = await table.query({
    pk: campaignPartition(workspaceId, campaignId),
    sk: { prefix: campaignPrefix },
    limit: partsMax,
    ...options,
  });
  const [campaign, counters, ...steps] = items;
  if (!campaign || !counters) throw notFound();

  return presentCampaign(toCampaignItem(campaign), toCounters(counters), steps.map(toStep));
}

export function presentCampaign(item: CampaignItem, counters: Counters, steps: readonly Step[]): Campaign {
  const { stepIds, ...campaign } = item;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const { contacts, sent, completed, failed } = counters;

  return {
    ...campaign,
    steps: stepIds.flatMap((id) => byId.get(id) ?? []),
    stats: { contacts, pending: contacts - completed - failed, completed, failed, sent },
  };
}

export interface RunningState {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly dispatch: Dispatch | undefined;
}

/** What the dispatcher decides by, strongly consistent. */
export async function readRunningState(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<RunningState | undefined> {
  const keys = [
    campaignKey(workspaceId, campaignId),
    countersKey(workspaceId, campaignId),
    dispatchKey(workspaceId, campaignId),
  ];
  const items = await table.getMany(keys, { consistent: true });
  const [campaign, counters, dispatch] = keys.map((key) => items.find((item) => item.sk === key.sk));

  return (
    campaign && {
      campaign: toCampaignItem(campaign),
      counters: counters ? toCounters(counters) : noCounts,
      dispatch: dispatch && toDispatch(dispatch),
    }
  );
}

export async function findCampaignItem(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignItem | undefined> {
  const item = await table.get(campaignKey(workspaceId, campaignId));

  return item && toCampaignItem(item);
}

export async function findStep(
  table: Table,
  workspaceId: string,
  campaignId: string,
  stepId: string,
): Promise<Step | undefined> {
  const item = await table.get(stepKey(workspaceId, campaignId, stepId));

  return item && toStep(item);
}

/** Part of every claim: once a pause is committed, nothing is claimed any more. */
export function mustBeActive(workspaceId: string, campaignId: string): Check {
  return { check: campaignKey(workspaceId, campaignId), if: { status: { is: 'active' } } };
}
