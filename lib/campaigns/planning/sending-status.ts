import type { SendingStatus } from '#lib/campaigns/definition/campaign.ts';
import { canSend } from '#lib/campaigns/dispatch/usable.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { CampaignItem, Counters } from '#lib/campaigns/stored.ts';
import { earliest } from '#lib/values/earliest.ts';

/** State of a sending account. */
interface SendingAccount {
  readonly status: string;
  /** Limit for today. */
  readonly dailyLimit: number;
  /** Emails sent today. */
  readonly slotsToday: number;
  /** The account sends nothing before this time. Epoch milliseconds. */
  readonly nextSendAt: number;
  readonly maxGapSeconds: number;
}

/** Everything that decides whether an active campaign sends. Times are epoch milliseconds. */
export interface Outlook {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly accounts: readonly SendingAccount[];
  /** What the campaign has sent today. Zero without daily limits. */
  readonly given: { readonly mails: number; readonly firsts: number };
  /** Whether an email is due that an account can send. `hasFollowUp`: whether one of them is a follow-up. */
  readonly hasDue: boolean;
  readonly hasFollowUp: boolean;
  /** The next time within the windows of a due email; undefined after the last window. */
  readonly openingAt: number | undefined;
  /** The next free slot for a due email; undefined if there is none. */
  readonly nextFreeAt: number | undefined;
  /** The earliest time for an email that is not due yet; undefined if there is none. */
  readonly upcomingAt: number | undefined;
  /** Whether an email waits for an account that cannot send. */
  readonly isBlocked: boolean;
  readonly now: number;
}

type Verdict = Pick<SendingStatus, 'state' | 'reasons'> & { readonly nextSendAt: number | undefined };

/** The status of a campaign that is not active. */
export function describeStandstill({ status, pauseReason }: CampaignItem): SendingStatus {
  const reasons = status === 'paused' ? [`paused_${pauseReason ?? 'user'}`] : [status];

  return {
    state: status === 'draft' ? 'not_started' : 'idle',
    reasons,
    nextSendAt: null,
    estimatedCompletionAt: null,
  };
}

/** The status of an active campaign, without `estimatedCompletionAt`, which needs a simulation. Pure. */
export function describeSending(outlook: Outlook): SendingStatus {
  const { state, reasons, nextSendAt } = judge(outlook);

  return {
    state,
    reasons: [...reasons, ...contactReasons(outlook.counters)],
    nextSendAt: nextSendAt === undefined ? null : new Date(nextSendAt).toISOString(),
    estimatedCompletionAt: null,
  };
}

/** Reasons for contacts that are paused or get no further email. */
function contactReasons({ paused, unknown, failed, stopped, blocklisted }: Counters): string[] {
  const counts = { paused, unknown, failed, stopped, suppressed: blocklisted };

  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`contacts_${name}`] : []));
}

function judge(outlook: Outlook): Verdict {
  const { counters, accounts, hasDue, nextFreeAt, upcomingAt, isBlocked } = outlook;
  if (openCount(counters) === 0) {
    return counters.openJobs > 0
      ? standstill('idle', 'enrolling')
      : standstill('no_contacts', 'no_open_contacts');
  }
  const nextSendAt = earliest([nextFreeAt, upcomingAt]);
  const faults = faultsOf(accounts.filter((account) => !canSend(account)));
  if (!accounts.some(canSend)) return standstill('no_healthy_account', ...faultsOf(accounts));
  if (!hasDue && upcomingAt === undefined) {
    return isBlocked ? standstill('no_healthy_account', ...faults) : standstill('idle', 'nothing_due');
  }
  if (!hasDue) return { state: 'waiting_for_delay', reasons: ['step_delay'], nextSendAt };
  const { state, reason } = obstacleOf(outlook);

  return {
    state,
    reasons: [...(reason === undefined ? [] : [reason]), ...(isBlocked ? faults : [])],
    nextSendAt,
  };
}

/** The reason why a due email is not sent now. */
function obstacleOf({ campaign, accounts, given, hasFollowUp, openingAt, now }: Outlook): {
  readonly state: Verdict['state'];
  readonly reason?: string;
} {
  const { dailyLimit, dailyNewContactLimit } = campaign;
  if (openingAt === undefined) return { state: 'outside_window', reason: 'schedule_ended' };
  if (dailyLimit !== null && given.mails >= dailyLimit) {
    return { state: 'campaign_limit_reached', reason: 'campaign_daily_limit' };
  }
  if (!hasFollowUp && dailyNewContactLimit !== null && given.firsts >= dailyNewContactLimit) {
    return { state: 'campaign_limit_reached', reason: 'campaign_daily_new_contact_limit' };
  }
  const free = accounts.filter((account) => canSend(account) && account.slotsToday < account.dailyLimit);
  if (free.length === 0) return { state: 'account_limits_reached', reason: 'account_daily_limit' };
  if (openingAt > now) {
    return { state: 'outside_window', reason: notStarted(campaign, now) ? 'before_start' : 'window' };
  }
  const isResting = free.every(({ nextSendAt, maxGapSeconds }) => nextSendAt > now + maxGapSeconds * 1000);

  return isResting ? { state: 'account_limits_reached', reason: 'account_cool_down' } : { state: 'sending' };
}

function standstill(state: Verdict['state'], ...reasons: string[]): Verdict {
  return { state, reasons, nextSendAt: undefined };
}

function faultsOf(accounts: readonly SendingAccount[]): string[] {
  if (accounts.length === 0) return ['no_accounts'];
  const faults = accounts.map(({ status, dailyLimit }) =>
    status === 'connected' && dailyLimit === 0 ? 'account_limit_zero' : `account_${status}`,
  );

  return [...new Set(faults)].sort();
}

function notStarted({ schedule }: CampaignItem, now: number): boolean {
  return schedule.startAt !== null && Date.parse(schedule.startAt) > now;
}
