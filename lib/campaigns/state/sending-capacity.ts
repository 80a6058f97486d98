import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { CampaignItem, DayCount } from '#lib/campaigns/state/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { localDate } from '#lib/values/time-zones.ts';

/** Whether an account can send today or later. A daily limit of 0 disables it. */
export function canSend({ status, dailyLimit }: Pick<EmailAccountItem, 'status' | 'dailyLimit'>): boolean {
  return status === 'connected' && dailyLimit > 0;
}

type DailyLimits = Pick<CampaignItem, 'dailyLimit' | 'dailyNewContactLimit'>;

/** Emails are counted only for a campaign with a limit. */
export function hasDailyLimit({ dailyLimit, dailyNewContactLimit }: DailyLimits): boolean {
  return dailyLimit !== null || dailyNewContactLimit !== null;
}

/** Whether the campaign may send no further email on a day. @param isFirst whether the email is the contact's first one */
export function isDailyLimitReached(
  { dailyLimit, dailyNewContactLimit }: DailyLimits,
  { mails, firsts }: Pick<DayCount, 'mails' | 'firsts'>,
  isFirst: boolean,
): boolean {
  return (
    (dailyLimit !== null && mails >= dailyLimit) ||
    (isFirst && dailyNewContactLimit !== null && firsts >= dailyNewContactLimit)
  );
}

/** What the campaign has sent today. Zero for a campaign without daily limits. */
export function countSentToday(
  { campaign, quota }: Pick<RunningState, 'campaign' | 'quota'>,
  now: number,
): DayCount {
  const day = localDate(now, campaign.schedule.timezone);

  // Counts of a later day apply, too: see `checkDailyLimits`.
  return quota && quota.day >= day ? { ...quota, day } : { day, mails: 0, firsts: 0 };
}
