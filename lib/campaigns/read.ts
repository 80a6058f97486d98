import type { Campaign, CampaignSummary, SendingStatus } from '#lib/campaigns/definition/campaign.ts';
import { planEmails } from '#lib/campaigns/planning/plan-emails.ts';
import { readSendingConditions } from '#lib/campaigns/planning/sending-conditions.ts';
import { describeActive, describeInactive } from '#lib/campaigns/planning/sending-status.ts';
import { campaignPartition, campaignPrefix } from '#lib/campaigns/state/items.ts';
import { readProgress } from '#lib/campaigns/state/running.ts';
import { statsOf } from '#lib/campaigns/state/stats.ts';
import { toSteps } from '#lib/campaigns/state/step-items.ts';
import {
  type CampaignItem,
  type Counters,
  type StoredCampaign,
  toCampaignItem,
  toCounters,
} from '#lib/campaigns/state/stored.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readAllWithPrefix } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';

/** @throws Problem 404 */
export async function getCampaign(
  services: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  campaignId: string,
): Promise<Campaign> {
  const stored = await readStored(services.table, workspaceId, campaignId);

  return presentCampaign(stored, await sendingStatusOf(services, workspaceId, stored));
}

/** Reads a campaign with its counters and steps. @throws Problem 404 */
export async function readStored(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<StoredCampaign> {
  // Sorted by key: the campaign, its counters, and the parts of its steps.
  const [campaign, counters, ...parts] = await readAllWithPrefix(
    table,
    campaignPartition(workspaceId, campaignId),
    campaignPrefix,
  );
  if (!campaign || !counters) throw notFound();
  const item = toCampaignItem(campaign);
  const stepsById = toSteps(parts);

  return {
    item,
    counters: toCounters(counters),
    steps: item.steps.flatMap(({ id }) => stepsById.get(id) ?? []),
  };
}

export function presentCampaign(
  { item, counters, steps }: StoredCampaign,
  sendingStatus: SendingStatus,
): Campaign {
  const { version: _, steps: _heads, ...campaign } = item;

  return { ...campaign, steps: [...steps], stats: statsOf(counters), sendingStatus };
}

export function summarise(item: CampaignItem, counters: Counters): CampaignSummary {
  const { version: _, steps, winners: _winners, ...campaign } = item;

  return { ...campaign, stepCount: steps.length, stats: statsOf(counters) };
}

/** The sending status. For an active campaign, it reads the dispatcher's snapshot and simulates the remaining emails. */
export async function sendingStatusOf(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  stored: StoredCampaign,
): Promise<SendingStatus> {
  const { item, counters } = stored;
  if (item.status !== 'active') return describeInactive(item);
  const progress = await readProgress(table, workspaceId, item.id);
  const conditions = await readSendingConditions(
    table,
    workspaceId,
    { campaign: item, counters, ...progress },
    now(),
  );
  const status = describeActive(conditions);
  // A completion cannot be estimated without a next email, or for a campaign that enrols new contacts.
  if (status.nextSendAt === null || item.continuous) return status;
  const request = { stored, progress, contactIds: [], now: now() };
  const { completionAt } = await planEmails(table, workspaceId, request);

  return {
    ...status,
    estimatedCompletionAt: completionAt === undefined ? null : timestamp(completionAt),
  };
}
