import { datesOf, requestedPeriod, seriesDateOf } from '#lib/dashboard/period.ts';
import type { Statistics, StatisticsQuery } from '#lib/dashboard/statistics.ts';
import { type EmailAccountItem, listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { accountDay, limitOn, sentOn } from '#lib/email-accounts/quota.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readDays } from '#lib/statistics/days.ts';
import { type Counts, sumOfCounts } from '#lib/statistics/kinds.ts';
import { mapRates, shareOf } from '#lib/statistics/rates.ts';
import { readTotals } from '#lib/statistics/totals.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { countWebhooks } from '#lib/webhooks/read.ts';
import { newestZone, readZones } from '#lib/workspaces/zones.ts';

/**
 * Statistics for a period of days of the workspace: at most 10 read units for a year with a million events.
 * @throws Problem 422 for an invalid period
 */
export async function readStatistics(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  query: StatisticsQuery,
): Promise<Statistics> {
  const timezone = newestZone(await readZones(table, workspaceId));
  const period = requestedPeriod(query, localDate(now(), timezone));
  const [days, countByStatus, accounts, webhooks] = await Promise.all([
    readDays(table, workspaceId, query.campaignId ?? query.emailAccountId, period),
    readTotals(table, workspaceId),
    listAllAccounts(table, workspaceId),
    countWebhooks(table, workspaceId),
  ]);
  const totals = sumOfCounts([...days.values()]);

  return {
    period: { ...period, timezone },
    totals,
    rates: mapRates(totals, shareOf),
    campaigns: countByStatus('campaigns', ['draft', 'active', 'paused', 'completed']),
    contacts: countByStatus('contacts', ['active', 'unsubscribed', 'bounced', 'blocklisted']),
    emailAccounts: accountStatistics(accounts, now()),
    webhooks,
    series: seriesOf(datesOf(period), days, query.granularity),
  };
}

/** @param days the counts of each date with events */
function seriesOf(
  dates: readonly string[],
  days: ReadonlyMap<string, Counts>,
  granularity: StatisticsQuery['granularity'],
): Statistics['series'] {
  const points = Map.groupBy(dates, (date) => seriesDateOf(date, granularity));

  return [...points].map(([date, pointDates]) => {
    const counts = pointDates.flatMap((each) => days.get(each) ?? []);
    const { sent, opened, clicked, replied, bounced, unsubscribed } = sumOfCounts(counts);

    return { date, sent, opened, clicked, replied, bounced, unsubscribed };
  });
}

function accountStatistics(accounts: readonly EmailAccountItem[], now: number): Statistics['emailAccounts'] {
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
