import * as z from 'zod/mini';
import { breakdownKinds } from '#lib/statistics/kinds.ts';
import { countFields, rateFields } from '#lib/statistics/schemas.ts';
import { date } from '#lib/values/schemas.ts';

/** Longest period of a request with a series by day, in days. */
export const dailySeriesMax = 92;
/** Longest period of all other requests, in days. */
export const periodMax = 366;

export const CampaignStatisticsQuery = z.strictObject({
  groupBy: z._default(z.enum(['step', 'variant', 'account']), 'step'),
  from: z.optional(date()),
  to: z.optional(date()),
  interval: z.optional(z.enum(['day', 'week'])),
});
export type CampaignStatisticsQuery = z.infer<typeof CampaignStatisticsQuery>;

const CountsOfEmails = z.strictObject(countFields(breakdownKinds));

const share = z.number().check(z.gte(0), z.lte(1));
/** A share of emails with its 95 % confidence interval. @public for the API document */
export const EstimatedRate = z.strictObject({ value: share, low: share, high: share });

/** Null without emails in the base of a rate: see `rateParts`. */
const EmailRates = z.strictObject(rateFields(z.nullable(EstimatedRate)));

/** For each metric, the probability that the variant has the highest true rate of its step. */
const BestProbability = z.strictObject({ open: share, click: share, reply: share });

const Group = z.strictObject({
  /** A step, a variant or an account. Null: one group for all that the campaign no longer has. */
  id: z.nullable(z.string()),
  /** The step, or the step of the variant; null for an account. */
  stepId: z.nullable(z.string()),
  counts: CountsOfEmails,
  rates: EmailRates,
  /** Null except for variants of a step with several variants and at least one email. */
  bestProbability: z.nullable(BestProbability),
  /** Whether all further emails of the step use this variant. */
  isWinner: z.boolean(),
});

export const CampaignStatistics = z.strictObject({
  campaignId: z.string(),
  groupBy: z.enum(['step', 'variant', 'account']),
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() }),
  totals: z.strictObject({ counts: CountsOfEmails, rates: EmailRates }),
  groups: z.array(Group),
  series: z.array(
    z.strictObject({
      date: z.iso.date(),
      groups: z.array(z.strictObject({ id: z.nullable(z.string()), counts: CountsOfEmails })),
    }),
  ),
});
export type CampaignStatistics = z.infer<typeof CampaignStatistics>;
