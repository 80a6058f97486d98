import * as z from 'zod/mini';
import { EmailAccountId } from '#lib/values/account-id.ts';
import { CampaignId } from '#lib/values/campaign-ids.ts';
import { date } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';

export const daysMax = 366;

/** The zone's local dates, both included. */
export const StatisticsQuery = z
  .strictObject({
    /** Default: 30 days, today included. */
    from: z.optional(date()),
    to: z.optional(date()),
    timezone: z._default(TimeZone, 'UTC'),
    campaignId: z.optional(CampaignId),
    emailAccountId: z.optional(EmailAccountId),
    granularity: z._default(z.enum(['day', 'week']), 'day'),
  })
  .check(
    z.refine(({ campaignId, emailAccountId }) => campaignId === undefined || emailAccountId === undefined, {
      error: 'give campaignId or emailAccountId, not both',
      path: ['emailAccountId'],
    }),
  );
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Of the campaign or account that was asked for, else of the workspace. */
const Totals = z.strictObject({
  /** Mails that a server took. */
  sent: z.int(),
  /** Contacts who got their first mail of a campaign. */
  contacted: z.int(),
  /** Every opening that is not thought to be a machine's. */
  opened: z.int(),
  /** Contacts who opened a mail of a campaign for the first time; so with the other unique ones. */
  uniqueOpened: z.int(),
  clicked: z.int(),
  uniqueClicked: z.int(),
  replied: z.int(),
  uniqueReplied: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
});

const rate = z.number().check(z.gte(0), z.lte(1));

/** Shares of the contacts who were contacted in the period, 0 when there was none, never more than 1. */
const Rates = z.strictObject({
  openRate: rate,
  clickRate: rate,
  replyRate: rate,
  bounceRate: rate,
  unsubscribeRate: rate,
});

const SeriesPoint = z.strictObject({
  /** A local date; of a week, its Monday. */
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
  /** Of the whole workspace, as they are now. */
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
    /** Mails that connected accounts may send today. */
    capacityToday: z.int(),
    usedToday: z.int(),
  }),
  webhooks: z.strictObject({ healthy: z.int(), failing: z.int(), disabled: z.int() }),
  series: z.array(SeriesPoint),
});
export type Statistics = z.infer<typeof Statistics>;
