import type { EmailAccountItem } from '#lib/email-accounts/items.ts';

type Counted = Pick<EmailAccountItem, 'dailyLimit' | 'rampUp' | 'sentDay' | 'sentToday' | 'sendingDays'>;

const dayMs = 86_400_000;

/** The account's day of a moment. Limits are counted in UTC, whatever the account's time zone. */
export function accountDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
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
  const today = accountDay(now);
  const sentToday = sentOn(account, today);
  const remainingToday = Math.max(0, limitOn(account, today) - sentToday);
  const { nextSendAt } = account;
  const nextDay = Date.parse(today) + dayMs;
  const canSend = account.status === 'connected' && account.dailyLimit > 0;

  return {
    sentToday,
    remainingToday,
    nextSendAt: canSend ? Math.max(nextSendAt, remainingToday > 0 ? 0 : nextDay) : null,
  };
}
