import type { StatKind } from '#lib/dashboard/counters.ts';
import { type Quarter, totalAttribute, totalsKey } from '#lib/dashboard/items.ts';
import { datesOf, type Period, periodOf, pointOf, ratesOf } from '#lib/dashboard/period.ts';
import { readQuarters } from '#lib/dashboard/quarters.ts';
import type { Statistics, StatisticsQuery } from '#lib/dashboard/statistics.ts';
import { type EmailAccountItem, listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { accountDay, limitOn, sentOn } from '#lib/email-accounts/quota.ts';
import type { Services } from '#lib/runtime/services.ts';
import { localDate } from '#lib/runtime/time-zones.ts';
import type { Item } from '#lib/storage/table.ts';
import { countWebhooks } from '#lib/webhooks/read.ts';

/**
 * Sums over the ledger for a period of local days. Reads an item for each hour in which something happened: about
 * 10 read units for 30 days of sending in office hours, 110 for a year of them.
 * @throws Problem 422
 */
export async function readStatistics(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  query: StatisticsQuery,
): Promise<Statistics> {
  const period = periodOf(query, now());
  const [quarters, statuses, accounts, webhooks] = await Promise.all([
    readQuarters(table, workspaceId, query.campaignId ?? query.emailAccountId, period),
    table.get(totalsKey(workspaceId)),
    listAllAccounts(table, workspaceId),
    countWebhooks(table, workspaceId),
  ]);
  const totals = sumOf(quarters);
  const { from, to, timezone } = period;

  return {
    period: { from, to, timezone },
    totals,
    rates: ratesOf(totals),
    campaigns: countsOf(statuses, 'campaigns', ['draft', 'active', 'paused', 'completed']),
    contacts: countsOf(statuses, 'contacts', ['active', 'unsubscribed', 'bounced', 'blocklisted']),
    emailAccounts: describeAccounts(accounts, now()),
    webhooks,
    series: seriesOf(quarters, period, query.granularity),
  };
}

function sumOf(quarters: readonly Quarter[]): Statistics['totals'] {
  const sum = (kind: StatKind) => quarters.reduce((total, { counts }) => total + (counts[kind] ?? 0), 0);

  return {
    sent: sum('sent'),
    contacted: sum('contacted'),
    opened: sum('opened'),
    uniqueOpened: sum('uniqueOpened'),
    clicked: sum('clicked'),
    uniqueClicked: sum('uniqueClicked'),
    replied: sum('replied'),
    uniqueReplied: sum('uniqueReplied'),
    bounced: sum('bounced'),
    unsubscribed: sum('unsubscribed'),
  };
}

function seriesOf(
  quarters: readonly Quarter[],
  period: Period,
  granularity: StatisticsQuery['granularity'],
): Statistics['series'] {
  const byDate = new Map<string, Quarter[]>(datesOf(period, granularity).map((date) => [date, []]));
  for (const quarter of quarters) {
    byDate.get(pointOf(localDate(quarter.at, period.timezone), granularity))?.push(quarter);
  }

  return [...byDate].map(([date, own]) => {
    const { sent, opened, clicked, replied, bounced, unsubscribed } = sumOf(own);

    return { date, sent, opened, clicked, replied, bounced, unsubscribed };
  });
}

function countsOf<Status extends string>(
  item: Item | undefined,
  noun: string,
  statuses: readonly Status[],
): Record<Status, number> {
  const counts = statuses.map((status) => [status, Number(item?.[totalAttribute(`${noun}.${status}`)] ?? 0)]);

  // Object.fromEntries forgets which names there are.
  return Object.fromEntries(counts) as Record<Status, number>;
}

function describeAccounts(accounts: readonly EmailAccountItem[], now: number): Statistics['emailAccounts'] {
  const count = (wanted: EmailAccountItem['status']) =>
    accounts.filter(({ status }) => status === wanted).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

  return {
    connected: count('connected'),
    paused: count('paused'),
    error: count('error'),
    disconnected: count('disconnected'),
    capacityToday: sum(
      accounts
        .filter(({ status }) => status === 'connected')
        .map((account) => limitOn(account, accountDay(account, now))),
    ),
    usedToday: sum(accounts.map((account) => sentOn(account, accountDay(account, now)))),
  };
}
