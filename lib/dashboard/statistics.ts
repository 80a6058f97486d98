import * as z from 'zod/mini';
import { EmailAccountId } from '#lib/values/ids/account-id.ts';
import { CampaignId } from '#lib/values/ids/campaign-ids.ts';
import { date } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';

/** Maximum length of a period. */
export const daysMax = 366;

/** Local dates in the time zone, both inclusive. */
export const StatisticsQuery = z
  .strictObject({
    /** Default: the last 30 days, including today. */
    from: z.optional(date()),
    to: z.optional(date()),
    timezone: z._default(TimeZone, 'UTC'),
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
const Totals = z.strictObject({
  /** Emails that a mail server accepted. */
  sent: z.int(),
  /** Sent emails with the image for opens; `clickTracked`: with tracked links. */
  openTracked: z.int(),
  clickTracked: z.int(),
  /** Contacts that received their first email of a campaign. */
  contacted: z.int(),
  /** All opens, except those attributed to bots. */
  opened: z.int(),
  /** Emails that were opened for the first time. */
  uniqueOpened: z.int(),
  clicked: z.int(),
  /** Emails that were clicked for the first time. */
  uniqueClicked: z.int(),
  replied: z.int(),
  /** Contacts that replied to a campaign for the first time. */
  uniqueReplied: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
});

/** A share of the emails that were sent in the period; null without emails in its base: see `rateParts`. */
const rate = z.nullable(z.number().check(z.gte(0), z.lte(1)));

const Rates = z.strictObject({
  openRate: rate,
  clickRate: rate,
  replyRate: rate,
  bounceRate: rate,
  unsubscribeRate: rate,
});

const SeriesPoint = z.strictObject({
  /** A local date; for weeks, the Monday. */
  date: z.iso.date(),
  sent: z.int(),
  opened: z.int(),
  clicked: z.int(),
  replied: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
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
