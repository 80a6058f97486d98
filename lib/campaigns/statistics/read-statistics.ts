import { readStored } from '#lib/campaigns/read.ts';
import type { StoredCampaign } from '#lib/campaigns/state/stored.ts';
import { probabilitiesOfBest } from '#lib/campaigns/statistics/best-variant.ts';
import {
  type CampaignStatistics,
  type CampaignStatisticsQuery,
  dailySeriesMax,
  periodMax,
} from '#lib/campaigns/statistics/campaign-statistics.ts';
import { proportionOf } from '#lib/campaigns/statistics/interval.ts';
import type { Services } from '#lib/runtime/services.ts';
import {
  addBreakdown,
  type BreakdownCounts,
  type DayBreakdown,
  readBreakdown,
  zeroBreakdown,
} from '#lib/statistics/breakdown.ts';
import type { StatisticsPeriod } from '#lib/statistics/days.ts';
import { mapRates, rateParts } from '#lib/statistics/rates.ts';
import { idCode } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import { addDays, localDate } from '#lib/values/time-zones.ts';
import { newestZone, readZones } from '#lib/workspaces/zones.ts';

/**
 * Counts of a campaign by step, variant or account in a period of days of the workspace. Reads one item for each day with events, of
 * about 1 KB.
 * @throws Problem 404, or 422 for an invalid period
 */
export async function readCampaignStatistics(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  campaignId: string,
  query: CampaignStatisticsQuery,
): Promise<CampaignStatistics> {
  const timezone = newestZone(await readZones(table, workspaceId));
  const period = requestedPeriod(query, localDate(now(), timezone));
  const [stored, days] = await Promise.all([
    readStored(table, workspaceId, campaignId),
    readBreakdown(table, workspaceId, campaignId, period),
  ]);
  const { groupBy, interval } = query;
  const subjects = groupSubjects(stored, groupBy);
  const counted = countsOf([...days.values()], subjects, groupBy);
  const groups = [...counted].map(([id, counts]) => ({
    id,
    counts,
    rates: mapRates(counts, proportionOf),
    stepId: subjects.find((subject) => subject.id === id)?.stepId ?? null,
    bestProbability: null, // Set by `withProbabilities`.
    isWinner: stored.item.winners.some(({ variantId }) => variantId === id),
  }));
  // Every counted email belongs to a step, so the sum over steps is the total.
  const stepCounts = [...days.values()].flatMap(({ step }) => [...step.values()]);
  const total = stepCounts.reduce(addBreakdown, zeroBreakdown);

  return {
    campaignId,
    groupBy,
    period: { ...period, timezone },
    totals: { counts: total, rates: mapRates(total, proportionOf) },
    groups: groupBy === 'variant' ? withProbabilities(groups) : groups,
    series: interval ? seriesOf(days, subjects, groupBy, interval) : [],
  };
}

/** By default the longest period that ends today. @throws Problem 422 */
function requestedPeriod({ from, to, interval }: CampaignStatisticsQuery, today: string): StatisticsPeriod {
  const daysMax = interval === 'day' ? dailySeriesMax : periodMax;
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - daysMax);
  if (first > last) throw invalidField('to', 'order', 'must not be before from');
  if (addDays(first, daysMax) <= last) {
    throw invalidField('from', 'too_big', `must be less than ${daysMax} days before to`);
  }

  return { from: first, to: last };
}

interface GroupSubject {
  readonly id: string;
  readonly stepId: string | null;
}

/** The steps, variants or accounts of the campaign, in its order. */
function groupSubjects(
  { item, steps }: StoredCampaign,
  groupBy: CampaignStatisticsQuery['groupBy'],
): GroupSubject[] {
  switch (groupBy) {
    case 'step':
      return steps.map(({ id }) => ({ id, stepId: id }));
    case 'variant':
      return steps.flatMap(({ id: stepId, variants }) => variants.map(({ id }) => ({ id, stepId })));
    case 'account':
      return item.emailAccountIds.map((id) => ({ id, stepId: null }));
  }
}

/** Counts by id, in the order of the subjects. The id null sums the counts of deleted steps, variants or accounts. */
function countsOf(
  days: readonly DayBreakdown[],
  subjects: readonly GroupSubject[],
  groupBy: CampaignStatisticsQuery['groupBy'],
): Map<string | null, BreakdownCounts> {
  const byCode = new Map(subjects.map(({ id }) => [idCode(id), id]));
  const counts = new Map<string | null, BreakdownCounts>(subjects.map(({ id }) => [id, zeroBreakdown]));
  for (const day of days) {
    for (const [code, counted] of day[groupBy]) {
      const id = byCode.get(code) ?? null;
      counts.set(id, addBreakdown(counts.get(id) ?? zeroBreakdown, counted));
    }
  }

  return counts;
}

type Group = CampaignStatistics['groups'][number];

/** Compares the variants of each step. A step with one variant, or without emails, is not compared. */
function withProbabilities(groups: readonly Group[]): Group[] {
  const variantsByStep = Map.groupBy(
    groups.filter(({ stepId }) => stepId !== null),
    ({ stepId }) => stepId,
  );

  return groups.map((group) => {
    const stepVariants = variantsByStep.get(group.stepId) ?? [];
    const isCompared = stepVariants.length > 1 && stepVariants.some(({ counts }) => counts.sent > 0);
    const probability = (rate: 'openRate' | 'clickRate' | 'replyRate') => {
      const { count, base } = rateParts[rate];
      const results = stepVariants.map(({ counts }) => ({ trials: counts[base], successes: counts[count] }));

      return probabilitiesOfBest(results)[stepVariants.indexOf(group)] ?? 0;
    };

    return isCompared
      ? {
          ...group,
          bestProbability: {
            open: probability('openRate'),
            click: probability('clickRate'),
            reply: probability('replyRate'),
          },
        }
      : group;
  });
}

/** The days or weeks with events. */
function seriesOf(
  days: ReadonlyMap<string, DayBreakdown>,
  subjects: readonly GroupSubject[],
  groupBy: CampaignStatisticsQuery['groupBy'],
  interval: 'day' | 'week',
): CampaignStatistics['series'] {
  const byDate = Map.groupBy(days, ([day]) => (interval === 'week' ? mondayOf(day) : day));

  return [...byDate].map(([date, entries]) => {
    const counts = countsOf(
      entries.map(([, day]) => day),
      subjects,
      groupBy,
    );

    return { date, groups: [...counts].map(([id, counted]) => ({ id, counts: counted })) };
  });
}

/** The Monday of a day's week. `getUTCDay` counts from Sunday, 0, so 6 is added to count from Monday. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
