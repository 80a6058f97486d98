import * as z from 'zod/mini';
import { statKinds } from '#lib/statistics/kinds.ts';
import { countFields, rateFields } from '#lib/statistics/schemas.ts';
import { CampaignId, date, EmailAccountId } from '#lib/values/schemas.ts';

/** Maximum length of a period. */
export const daysMax = 366;

/** Local dates in the time zone of the workspace, both inclusive. */
export const StatisticsQuery = z
  .strictObject({
    /** Default: the last 30 days, including today. */
    from: z.optional(date()),
    to: z.optional(date()),
    campaignId: z.optional(CampaignId),
    emailAccountId: z.optional(EmailAccountId),
    granularity: z._default(z.enum(['day', 'week']), 'day'),
  })
  .check(
    z.refine(({ campaignId, emailAccountId }) => campaignId === undefined || emailAccountId === undefined, {
      error: 'must not be combined with campaignId',
      path: ['emailAccountId'],
    }),
  );
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Counts of the requested campaign or account; by default, of the workspace. */
const Totals = z.strictObject(countFields(statKinds));

/** A share of the emails that were sent in the period; null without emails in its base: see `rateParts`. */
const rate = z.nullable(z.number().check(z.gte(0), z.lte(1)));

const Rates = z.strictObject(rateFields(rate));

const SeriesPoint = z.strictObject({
  /** A local date; for weeks, the Monday. */
  date: z.iso.date(),
  ...countFields(['sent', 'opened', 'clicked', 'replied', 'bounced', 'unsubscribed']),
});

export const Statistics = z.strictObject({
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() }),
  totals: Totals,
  rates: Rates,
  /** Current values of the whole workspace. */
  campaigns: z.strictObject({ draft: z.int(), active: z.int(), paused: z.int(), completed: z.int() }),
  contacts: z.strictObject({
    active: z.int(),
    unsubscribed: z.int(),
    bounced: z.int(),
    blocklisted: z.int(),
  }),
  emailAccounts: z.strictObject({
    connected: z.int(),
    paused: z.int(),
    error: z.int(),
    disconnected: z.int(),
    /** Number of emails that connected accounts may send today. */
    capacityToday: z.int(),
    /** Number of emails that all accounts have sent today, including accounts that are not connected. */
    usedToday: z.int(),
  }),
  webhooks: z.strictObject({ healthy: z.int(), failing: z.int(), disabled: z.int() }),
  series: z.array(SeriesPoint),
});
export type Statistics = z.infer<typeof Statistics>;
