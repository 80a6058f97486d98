import { probabilitiesOfBest } from '#lib/campaigns/statistics/best-variant.ts';
import { proportionOf } from '#lib/campaigns/statistics/interval.ts';
import { mapRates } from '#lib/statistics/rates.ts';
import { type DomainExamples, exampleId, exampleTime, furtherId, timeAfter } from './base.ts';

const countNames = [
  'sent',
  'opened',
  'uniqueOpened',
  'clicked',
  'uniqueClicked',
  'replied',
  'uniqueReplied',
  'bounced',
  'unsubscribed',
  'openTracked',
  'clickTracked',
] as const;

/** Counts in the order of `countNames`. */
type Counts = readonly number[];

const noCounts: Counts = countNames.map(() => 0);

export const firstVariantId = exampleId('var');
export const secondVariantId = furtherId('var', 6);
export const followUpVariantId = furtherId('var', 7);

interface VariantDay {
  readonly date: string;
  readonly id: string;
  readonly counts: Counts;
}

const dates = [-2, -1, 0].map((days) => dateAfter(days));
const variantDays: readonly VariantDay[] = [
  { date: dateAfter(-2), id: firstVariantId, counts: [18, 14, 9, 4, 3, 2, 2, 0, 0, 18, 18] },
  { date: dateAfter(-1), id: firstVariantId, counts: [17, 12, 8, 3, 3, 3, 3, 1, 0, 17, 17] },
  { date: dateAfter(0), id: firstVariantId, counts: [5, 4, 3, 1, 1, 2, 2, 0, 0, 5, 5] },
  { date: dateAfter(-2), id: secondVariantId, counts: [17, 10, 7, 3, 2, 0, 0, 1, 0, 17, 17] },
  { date: dateAfter(-1), id: secondVariantId, counts: [18, 9, 6, 2, 2, 1, 1, 0, 1, 18, 18] },
  { date: dateAfter(0), id: secondVariantId, counts: [5, 3, 3, 1, 1, 0, 0, 0, 0, 5, 5] },
];

const variants = [
  { id: firstVariantId, stepId: exampleId('stp') },
  { id: secondVariantId, stepId: exampleId('stp') },
  { id: followUpVariantId, stepId: furtherId('stp', 6) },
];

function dateAfter(days: number): string {
  return timeAfter({ days }).slice(0, 10);
}

function sumOf(filter: Partial<Pick<VariantDay, 'date' | 'id'>>): Counts {
  return variantDays
    .filter(({ date, id }) => date === (filter.date ?? date) && id === (filter.id ?? id))
    .reduce((sum, { counts }) => sum.map((count, index) => count + (counts[index] ?? 0)), noCounts);
}

function namedCounts(counts: Counts): Record<(typeof countNames)[number], number> {
  const named = countNames.map((name, index) => [name, counts[index] ?? 0]);

  // Object.fromEntries loses the key types.
  return Object.fromEntries(named) as Record<(typeof countNames)[number], number>;
}

export function countOf(
  name: (typeof countNames)[number],
  filter: Partial<Pick<VariantDay, 'date' | 'id'>> = {},
): number {
  return sumOf(filter)[countNames.indexOf(name)] ?? 0;
}

function ratesOf(filter: Pick<Partial<VariantDay>, 'id'> = {}) {
  return mapRates(namedCounts(sumOf(filter)), proportionOf);
}

/** The probability that the variant is the better one of the two that are tested. */
function bestProbabilityOf(id: string) {
  const ids = [firstVariantId, secondVariantId];
  const index = ids.indexOf(id);
  const probability = (name: Parameters<typeof countOf>[0]) =>
    probabilitiesOfBest(
      ids.map((variantId) => ({
        trials: countOf('sent', { id: variantId }),
        successes: countOf(name, { id: variantId }),
      })),
    )[index];

  return index === -1
    ? null
    : {
        open: probability('uniqueOpened'),
        click: probability('uniqueClicked'),
        reply: probability('uniqueReplied'),
      };
}

const campaignStatistics = {
  groupBy: 'variant',
  period: { from: dateAfter(-2), to: dateAfter(0), timezone: 'Europe/London' },
  totals: { counts: namedCounts(sumOf({})), rates: ratesOf() },
  groups: variants.map(({ id, stepId }) => ({
    id,
    stepId,
    counts: namedCounts(sumOf({ id })),
    rates: ratesOf({ id }),
    bestProbability: bestProbabilityOf(id),
    isWinner: id === firstVariantId,
  })),
  series: dates.map((date) => ({
    date,
    groups: variants.map(({ id }) => ({ id, counts: namedCounts(sumOf({ date, id })) })),
  })),
};

function dailyCounts(date: string) {
  return {
    date,
    sent: countOf('sent', { date }),
    opened: countOf('opened', { date }),
    clicked: countOf('clicked', { date }),
    replied: countOf('replied', { date }),
    bounced: countOf('bounced', { date }),
    unsubscribed: countOf('unsubscribed', { date }),
  };
}

const workspaceStatistics = {
  period: { from: dateAfter(-2), to: exampleTime.slice(0, 10), timezone: 'Europe/London' },
  campaigns: { draft: 1, active: 1, paused: 0, completed: 2 },
  contacts: { active: 417, unsubscribed: 1, bounced: 2, blocklisted: 0 },
  emailAccounts: {
    connected: 1,
    paused: 0,
    error: 0,
    disconnected: 0,
    capacityToday: 50,
    usedToday: countOf('sent', { date: dateAfter(0) }),
  },
  webhooks: { healthy: 1, failing: 0, disabled: 0 },
  series: dates.map(dailyCounts),
};

export const statisticsExamples: DomainExamples = {
  components: { CampaignStatistics: campaignStatistics, Statistics: workspaceStatistics },
};
