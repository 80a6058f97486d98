import { readIntervals } from '#lib/email-accounts/inbox/read-pace.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import type { CostTable } from '../support/cost-table.ts';
import { pricePerGigabyte, pricePerMillion } from '../support/prices.ts';
import { lambdaOf, logKilobytes, millions, price, totalOf } from './model.ts';

const daysOfMonth = 30;
const hoursOfDay = 24;
const readsPerHour = (interval: number) => 3_600_000 / interval;
/** An account sends during nine hours, and its inbox is read often until two hours later. */
const freshHours = 9 + 2;

/** How the inboxes of mailboxes are read. The only inputs of the rows about inboxes. */
export const inboxReads = {
  figure: 'inbox.sync, nothing new',
  operation: 'inbox.sync',
  /** Reads per day of a mailbox in use, and of a mailbox that has sent nothing for nine days. */
  dailyInUse:
    freshHours * readsPerHour(readIntervals.fresh) +
    (hoursOfDay - freshHours) * readsPerHour(readIntervals.recent),
  dailyIdle: hoursOfDay * readsPerHour(readIntervals.idle),
  /** Number of inboxes per invocation. */
  together: inboxWorkers.sync.batchSize,
  /**
   * Time with the mail server: TCP, TLS, login and opening the inbox are ten round trips of 100 ms, plus half a
   * second in the server. The slowest inbox of an invocation takes twice as long.
   */
  waitsMs: 3000,
  /** Per invocation: send, receive and delete of its messages. */
  sqsCalls: 3,
  /** Per inbox: the share of reads for which the instance has not decrypted the workspace's data key yet. */
  kmsCalls: 0.2,
  /** Sent to the mail server: a TLS handshake with a post-quantum key share, and ten commands. */
  kilobytesOut: 4,
} as const;

/** Time with the mail server of an inbox that is read alone. */
const oneInboxMs = 2000;

/** Dollars per month of reading one inbox that receives nothing. */
export function inboxMonth(costs: CostTable, dailyReads: number): number {
  const { together, sqsCalls, kmsCalls } = inboxReads;
  const requested = (sqsCalls * pricePerMillion.sqsCalls) / together;
  const reading =
    totalOf(price(costs, { what: '', ...inboxReads })) + requested + kmsCalls * pricePerMillion.kmsCalls;

  return (reading * dailyReads * daysOfMonth) / 1e6;
}

/** A mailbox in use, on each day of the month. */
const use = {
  mailsPerDay: 50,
  /** Two of three emails of a sequence with three steps. The inbox is read before each. */
  followUps: 2 / 3,
  /** Shares of an email. */
  opens: 0.5,
  replies: 0.02,
  events: 1.8,
  /** Each gets all events. */
  webhooks: 3,
};

/** Kilobytes per piece. Estimates, except for the event: `infra/OPERATING.md` explains its size. */
const kilobytes = {
  mailOut: 12,
  deliveryOut: 2,
  visitOut: 1,
  /** With its index entries, and the 100 bytes that DynamoDB adds to each of them. */
  eventStored: 3.4,
  /** The contact and its execution, divided by the emails of a sequence. */
  contactStored: 1.7,
  /** Kept for 30 days. */
  deliveryStored: 0.9,
};
/** Months that a production stage keeps logs, and their size after CloudWatch's compression. */
const logMonths = 3;
const logCompression = 0.15;

/** Dollars of the given month since the start, by row, of mailboxes in use. */
export function monthInUse(
  costs: CostTable,
  mailboxes: number,
  month: number,
): Readonly<Record<string, number>> {
  const mails = (mailboxes * use.mailsPerDay * daysOfMonth) / 1e6;
  const [reads, followUps, visits] = [
    (mailboxes * daysOfMonth * inboxReads.dailyInUse) / 1e6,
    mails * use.followUps,
    mails * use.opens,
  ];
  const events = mails * use.events;
  const deliveries = events * use.webhooks;
  const perMillion = (what: string) => {
    const line = millions.find((each) => each.what === what);
    if (!line) throw new Error(`the model has no line «${what}»`);

    return totalOf(price(costs, line));
  };
  // A million kilobytes are a gigabyte.
  const sent =
    (reads + followUps) * inboxReads.kilobytesOut +
    mails * kilobytes.mailOut +
    deliveries * kilobytes.deliveryOut +
    visits * kilobytes.visitOut;
  const stored =
    month * (events * kilobytes.eventStored + mails * kilobytes.contactStored) +
    deliveries * kilobytes.deliveryStored;
  const logged = (reads / inboxReads.together + mails + visits + deliveries / 5) * logKilobytes;

  return {
    'inbox reads': mailboxes * inboxMonth(costs, inboxReads.dailyInUse),
    'inbox reads before follow-ups':
      followUps * (lambdaOf('emails.send', oneInboxMs) - pricePerMillion.lambdaInvocations),
    'mails, due to recorded': mails * perMillion('mails, due to recorded'),
    'events published': events * perMillion('events published, 25 together'),
    'webhook deliveries': deliveries * perMillion('webhook deliveries'),
    'opens and clicks': visits * perMillion('opens and clicks'),
    replies: mails * use.replies * perMillion('replies'),
    'transfer to the internet': sent * pricePerGigabyte.transferOut,
    'table and its recovery': stored * (pricePerGigabyte.table + pricePerGigabyte.recovery),
    'stored logs': logged * Math.min(month, logMonths) * logCompression * pricePerGigabyte.storedLogs,
  };
}
