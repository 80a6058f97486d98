import type { SendingStatus } from '#lib/campaigns/definition/campaign.ts';
import { canSend } from '#lib/campaigns/dispatch/usable.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { CampaignItem, Counters } from '#lib/campaigns/stored.ts';
import { earliest } from '#lib/values/earliest.ts';

/** What is known of a sending account. */
interface SendingAccount {
  readonly status: string;
  /** Of today. */
  readonly dailyLimit: number;
  /** Mails of today. */
  readonly slotsToday: number;
  /** Before which it sends nothing. Epoch milliseconds. */
  readonly nextSendAt: number;
  readonly maxGapSeconds: number;
}

/** Everything that decides whether a running campaign sends; moments in epoch milliseconds. */
export interface Outlook {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly accounts: readonly SendingAccount[];
  /** What the campaign has sent today; told only where it has a limit. */
  readonly given: { readonly mails: number; readonly firsts: number };
  /** Whether something is due that an account could send, and whether a follow-up is among it. */
  readonly hasDue: boolean;
  readonly hasFollowUp: boolean;
  /** When it may leave, as far as windows go; undefined when they are over. */
  readonly openingAt: number | undefined;
  /** When it will, as far as can be told. */
  readonly nextFreeAt: number | undefined;
  /** When something may leave that is not due yet. */
  readonly upcomingAt: number | undefined;
  /** Whether somebody waits for an account that cannot send. */
  readonly isBlocked: boolean;
  readonly now: number;
}

type Verdict = Pick<SendingStatus, 'state' | 'reasons'> & { readonly nextSendAt: number | undefined };

/** Of a campaign that does not run, for which nothing needs to be known. */
export function describeStandstill({ status, pauseReason }: CampaignItem): SendingStatus {
  const reasons = status === 'paused' ? [`paused_${pauseReason ?? 'user'}`] : [status];

  return {
    state: status === 'draft' ? 'not_started' : 'idle',
    reasons,
    nextSendAt: null,
    estimatedCompletionAt: null,
  };
}

/**
 * Of a campaign that runs: why nothing is being sent, if nothing is, and when something will. When it will be done takes a
 * plan. Pure.
 */
export function describeSending(outlook: Outlook): SendingStatus {
  const { state, reasons, nextSendAt } = judge(outlook);

  return {
    state,
    reasons: [...reasons, ...contactReasons(outlook.counters)],
    nextSendAt: nextSendAt === undefined ? null : new Date(nextSendAt).toISOString(),
    estimatedCompletionAt: null,
  };
}

/** That there are contacts that get no email for now, or no further one. */
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

/** What keeps a mail that is due from leaving at this moment. */
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
