import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { DayCount } from '#lib/campaigns/dispatch/slot-request.ts';
import { localDate } from '#lib/values/time-zones.ts';

/** Whether an account can send today or later. A daily limit of 0 disables it. */
export function canSend({
  status,
  dailyLimit,
}: {
  readonly status: string;
  readonly dailyLimit: number;
}): boolean {
  return status === 'connected' && dailyLimit > 0;
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
