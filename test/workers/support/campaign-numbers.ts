import { expect } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { recountCampaign } from '#lib/campaigns/recount.ts';
import type { CampaignStatistics } from '#lib/campaigns/statistics/campaign-statistics.ts';
import { readCampaignStatistics } from '#lib/campaigns/statistics/read-statistics.ts';
import type { Statistics } from '#lib/dashboard/statistics.ts';
import { readStatistics } from '#lib/dashboard/stats.ts';
import { readDays } from '#lib/statistics/days.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from './activity.ts';
import { dayMs, monday } from './clock.ts';
import { differencesSince } from './statistics.ts';

interface CampaignNumbers {
  /** Of `GET /campaigns/{id}`. */
  readonly stats: Awaited<ReturnType<typeof readCampaign>>['stats'];
  /** Of `GET /campaigns/{id}/stats`. */
  readonly byStep: CampaignStatistics['totals'];
  /** Of `GET /dashboard/stats?campaignId=…`. */
  readonly dashboard: Pick<Statistics, 'totals' | 'rates'>;
  /** Sums over the accounts, which decide their health. */
  readonly accounts: { readonly sent: number; readonly bounced: number };
  /** Number of events of each type in `GET /activity?campaignId=…`, without bots. */
  readonly events: Readonly<Partial<Record<EventKind, number>>>;
}

/** Publishes all events, and reads the numbers of a campaign from each source. All days since `monday` count. */
export async function readNumbers(
  workspaceId: string,
  campaignId: string,
  accountIds: readonly string[],
): Promise<CampaignNumbers> {
  await publishOutbox();
  const services = connected();
  const { table } = services;
  const period = { from: localDate(monday - dayMs, 'UTC'), to: localDate(services.now() + dayMs, 'UTC') };
  const { stats } = await readCampaign(workspaceId, campaignId);
  const { totals } = await readCampaignStatistics(services, workspaceId, campaignId, {
    groupBy: 'step',
    ...period,
  });
  const dashboard = await readStatistics(services, workspaceId, {
    campaignId,
    granularity: 'day',
    ...period,
  });
  const accounts = { sent: 0, bounced: 0 };
  for (const id of accountIds) {
    for (const { sent, bounced } of (await readDays(table, workspaceId, id, period)).values()) {
      accounts.sent += sent;
      accounts.bounced += bounced;
    }
  }

  return {
    stats,
    byStep: totals,
    dashboard,
    accounts,
    events: await countEvents(workspaceId, campaignId),
  };
}

async function countEvents(workspaceId: string, campaignId: string) {
  const counts: Partial<Record<EventKind, number>> = {};
  for (let cursor: string | undefined; ; ) {
    const request = { campaignId, limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = await listActivity(connected(), workspaceId, request);
    for (const { type } of page.data) counts[type] = (counts[type] ?? 0) + 1;
    if (page.nextCursor === null) return counts;
    cursor = page.nextCursor;
  }
}

/** Expects the same number for the same question from every source, and no difference in a recount. */
export async function expectSameNumbers(
  workspaceId: string,
  campaignId: string,
  accountIds: readonly string[],
): Promise<CampaignNumbers> {
  const numbers = await readNumbers(workspaceId, campaignId, accountIds);
  const { stats, byStep, dashboard, accounts, events } = numbers;
  const { contacted: _, ...totals } = dashboard.totals;
  expect(byStep.counts).toEqual(totals);
  const { sent, openTracked, clickTracked, uniqueOpened, uniqueClicked, uniqueReplied } = totals;
  const { bounced, unsubscribed } = totals;
  expect(stats).toMatchObject({
    sent,
    openTracked,
    clickTracked,
    opened: uniqueOpened,
    clicked: uniqueClicked,
    replied: uniqueReplied,
    bounced,
    unsubscribed,
  });
  expect(accounts).toEqual({ sent, bounced });
  for (const kind of ['sent', 'opened', 'clicked', 'replied', 'bounced', 'unsubscribed'] as const) {
    expect([kind, events[`email.${kind}`] ?? 0]).toEqual([kind, totals[kind]]);
  }
  for (const [name, rate] of Object.entries(byStep.rates)) {
    expect([name, rate?.value ?? null]).toEqual([
      name,
      dashboard.rates[name as keyof typeof dashboard.rates],
    ]);
  }
  expect(await recountCampaign(connected(), workspaceId, campaignId, false)).toBeUndefined();
  expect(await differencesSince(monday, workspaceId, [campaignId, ...accountIds])).toEqual([]);

  return numbers;
}
