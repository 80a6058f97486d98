import type { EmailAccountItem } from '#lib/email-accounts/items.ts';
import { addDays, localDate, momentOf } from '#lib/values/time-zones.ts';

type Counted = Pick<EmailAccountItem, 'dailyLimit' | 'rampUp' | 'sentDay' | 'sentToday' | 'sendingDays'>;

type Dated = Pick<EmailAccountItem, 'timezone' | 'sentDay'>;

/**
 * The account's day of a moment, in its own time zone. It never goes back: who moves an account to a zone where it is
 * still yesterday does not get the mails of that day again.
 */
export function accountDay({ timezone, sentDay }: Dated, now: number): string {
  const today = localDate(now, timezone);

  return today < sentDay ? sentDay : today;
}

/** When its next day begins. Epoch milliseconds. */
export function nextDayAt(account: Dated, now: number): number {
  return momentOf(addDays(accountDay(account, now), 1), 0, account.timezone);
}

export function sentOn({ sentDay, sentToday }: Counted, day: string): number {
  return sentDay === day ? sentToday : 0;
}

/** How many mails the account may send on a day: its limit or, as long as that is lower, what its ramp allows. */
export function limitOn({ dailyLimit, rampUp, sentDay, sendingDays }: Counted, day: string): number {
  if (!rampUp.enabled) return dailyLimit;
  const daysBefore = sentDay === day ? sendingDays - 1 : sendingDays;

  return Math.min(dailyLimit, rampUp.startPerDay + rampUp.increment * daysBefore);
}

interface Outlook {
  readonly sentToday: number;
  readonly remainingToday: number;
  /** Epoch milliseconds, in the past when the next mail may leave at once; null while none may leave. */
  readonly nextSendAt: number | null;
}

/** What is left of an account's day. Pure. */
export function outlook(account: EmailAccountItem, now: number): Outlook {
  const today = accountDay(account, now);
  const sentToday = sentOn(account, today);
  const remainingToday = Math.max(0, limitOn(account, today) - sentToday);
  const { nextSendAt } = account;
  const canSend = account.status === 'connected' && account.dailyLimit > 0;

  return {
    sentToday,
    remainingToday,
    nextSendAt: canSend ? Math.max(nextSendAt, remainingToday > 0 ? 0 : nextDayAt(account, now)) : null,
  };
}
