import type { EmailAccountItem } from '#lib/email-accounts/items.ts';
import { addDays, localDate, momentOf } from '#lib/values/time-zones.ts';

type DailyCounters = Pick<
  EmailAccountItem,
  'dailyLimit' | 'rampUp' | 'sentDay' | 'sentToday' | 'sendingDays'
>;

type LocalDay = Pick<EmailAccountItem, 'timezone' | 'sentDay'>;

/**
 * The account's local day at a time. It never goes back: a change to a time zone where it is still yesterday does not grant
 * that day's emails again.
 */
export function accountDay({ timezone, sentDay }: LocalDay, now: number): string {
  const today = localDate(now, timezone);

  return today < sentDay ? sentDay : today;
}

/**
 * The day of the sent emails after a change of the time zone. It begins no new day: today's emails count towards the day that it is
 * in the new zone.
 */
export function sentDayIn(timezone: string, account: LocalDay, now: number): string {
  const { sentDay } = account;

  return sentDay === accountDay(account, now) ? accountDay({ timezone, sentDay }, now) : sentDay;
}

/** Start of the account's next local day, in epoch milliseconds. */
export function nextDayAt(account: LocalDay, now: number): number {
  return momentOf(addDays(accountDay(account, now), 1), 0, account.timezone);
}

/** The number of emails that the account has sent on a day. */
export function sentOn({ sentDay, sentToday }: DailyCounters, day: string): number {
  return sentDay === day ? sentToday : 0;
}

/** The number of emails that the account may send on a day: its limit, or the ramp-up limit while that is lower. */
export function limitOn({ dailyLimit, rampUp, sentDay, sendingDays }: DailyCounters, day: string): number {
  if (!rampUp.enabled) return dailyLimit;
  // `sendingDays` includes `sentDay`.
  const daysBefore = sentDay === day ? sendingDays - 1 : sendingDays;

  return Math.min(dailyLimit, rampUp.startPerDay + rampUp.increment * daysBefore);
}

interface SendingCapacity {
  readonly sentToday: number;
  readonly remainingToday: number;
  /** Epoch milliseconds, possibly in the past; null while the account cannot send. */
  readonly nextSendAt: number | null;
}

/** An account's remaining capacity for today. Pure. */
export function sendingCapacity(account: EmailAccountItem, now: number): SendingCapacity {
  const today = accountDay(account, now);
  const sentToday = sentOn(account, today);
  const remainingToday = Math.max(0, limitOn(account, today) - sentToday);
  const earliestAt = remainingToday > 0 ? 0 : nextDayAt(account, now);
  const canSend = account.status === 'connected' && account.dailyLimit > 0;

  return {
    sentToday,
    remainingToday,
    nextSendAt: canSend ? Math.max(account.nextSendAt, earliestAt) : null,
  };
}
