import { datesOf, requestedPeriod, seriesDateOf } from '#lib/dashboard/period.ts';
import type { Statistics, StatisticsQuery } from '#lib/dashboard/statistics.ts';
import { type EmailAccountItem, listAllAccounts } from '#lib/email-accounts/email-accounts.ts';
import { accountDay, limitOn, sentOn } from '#lib/email-accounts/quota.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Counts, countsOf, statKinds } from '#lib/statistics/kinds.ts';
import { mapRates, shareOf } from '#lib/statistics/rates.ts';
import { readSums } from '#lib/statistics/sums.ts';
import { readTotals } from '#lib/statistics/totals.ts';
import { addDays, momentOf } from '#lib/values/time-zones.ts';
import { countWebhooks } from '#lib/webhooks/read.ts';

/**
 * Statistics for a period of local days: at most 10 read units for a year with a million events.
 * @throws Problem 422 for an invalid period
 */
export async function readStatistics(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  query: StatisticsQuery,
): Promise<Statistics> {
  const { timezone } = query;
  const period = requestedPeriod(query, now());
  const dates = datesOf(period);
  const moments = [...dates, addDays(period.to, 1)].map((date) => momentOf(date, 0, timezone));
  const [days, countByStatus, accounts, webhooks] = await Promise.all([
    readSums(table, workspaceId, query.campaignId ?? query.emailAccountId, moments),
    readTotals(table, workspaceId),
    listAllAccounts(table, workspaceId),
    countWebhooks(table, workspaceId),
  ]);
  const totals = sumOf(days);

  return {
    period: { ...period, timezone },
    totals,
    rates: mapRates(totals, shareOf),
    campaigns: countByStatus('campaigns', ['draft', 'active', 'paused', 'completed']),
    contacts: countByStatus('contacts', ['active', 'unsubscribed', 'bounced', 'blocklisted']),
    emailAccounts: accountStatistics(accounts, now()),
    webhooks,
    series: seriesOf(dates, days, query.granularity),
  };
}

function sumOf(days: readonly Counts[]): Counts {
  return countsOf(statKinds.map((kind) => days.reduce((total, counts) => total + counts[kind], 0)));
}

/** @param days the counts of each date */
function seriesOf(
  dates: readonly string[],
  days: readonly Counts[],
  granularity: StatisticsQuery['granularity'],
): Statistics['series'] {
  const seriesDates = dates.map((date) => seriesDateOf(date, granularity));
  const points = Map.groupBy(days, (_, position) => seriesDates[position] ?? '');

  return [...points].map(([date, counts]) => {
    const { sent, opened, clicked, replied, bounced, unsubscribed } = sumOf(counts);

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
