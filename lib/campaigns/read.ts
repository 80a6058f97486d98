import type { Campaign, CampaignSummary, SendingStatus } from '#lib/campaigns/campaign.ts';
import { campaignPartition, campaignPrefix } from '#lib/campaigns/items.ts';
import { describeSending, describeStandstill } from '#lib/campaigns/sending-status.ts';
import { statsOf } from '#lib/campaigns/stats.ts';
import type { Step } from '#lib/campaigns/step.ts';
import { readAllOf, toSteps } from '#lib/campaigns/step-items.ts';
import { type CampaignItem, type Counters, toCampaignItem, toCounters } from '#lib/campaigns/stored.ts';
import { countSent } from '#lib/dashboard/quarters.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { accountDay, nextDayAt, sentOn } from '#lib/email-accounts/quota.ts';
import { nextDue } from '#lib/executions/executions.ts';
import { notFound } from '#lib/http/problem.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

export interface StoredCampaign {
  readonly item: CampaignItem;
  readonly counters: Counters;
  readonly steps: readonly Step[];
}

/** @throws Problem 404 */
export async function getCampaign(
  services: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  campaignId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<Campaign> {
  const stored = await readStored(services.table, workspaceId, campaignId, options);

  return presentCampaign(stored, await sendingStatusOf(services, workspaceId, stored));
}

/** @throws Problem 404 */
export async function readStored(
  table: Table,
  workspaceId: string,
  campaignId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<StoredCampaign> {
  const [campaign, counters, ...parts] = await readAllOf(
    table,
    campaignPartition(workspaceId, campaignId),
    campaignPrefix,
    options,
  );
  if (!campaign || !counters) throw notFound();
  const item = toCampaignItem(campaign);
  const byId = toSteps(parts);

  return {
    item,
    counters: toCounters(counters),
    steps: item.steps.flatMap(({ id }) => byId.get(id) ?? []),
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
  const { version: _, steps, ...campaign } = item;

  return { ...campaign, stepCount: steps.length, stats: statsOf(counters) };
}

/** @param known the campaign's accounts, when the caller has read them */
export async function sendingStatusOf(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { item, counters }: Pick<StoredCampaign, 'item' | 'counters'>,
  known?: readonly EmailAccountItem[],
): Promise<SendingStatus> {
  if (item.status !== 'active') return describeStandstill(item);
  const dayAt = Math.floor(now() / dayMs) * dayMs;
  const [accounts, [due], sentToday] = await Promise.all([
    known ?? readAccounts(table, workspaceId, item.emailAccountIds),
    nextDue(table, { workspaceId, campaignId: item.id }, undefined, 1),
    item.dailyLimit === null
      ? 0
      : countSent(table, workspaceId, item.id, { beginsAt: dayAt, endsAt: dayAt + dayMs }),
  ]);

  return describeSending({
    campaign: item,
    counters,
    accounts: accounts.map((account) => ({
      ...account,
      sentToday: sentOn(account, accountDay(account, now())),
      nextDayAt: nextDayAt(account, now()),
    })),
    nextDueAt: due?.dueAt,
    sentToday,
    now: now(),
    nextDayAt: dayAt + dayMs,
  });
}

const dayMs = 86_400_000;
