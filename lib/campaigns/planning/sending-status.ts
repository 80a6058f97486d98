import type * as z from 'zod/mini';
import type { SendingStatus } from '#lib/campaigns/definition/campaign.ts';
import { canSend } from '#lib/campaigns/state/sending-capacity.ts';
import type { PauseReason } from '#lib/campaigns/state/settings.ts';
import { openCount } from '#lib/campaigns/state/stats.ts';
import type { CampaignItem, Counters } from '#lib/campaigns/state/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { isCoolingDown } from '#lib/email-accounts/send-failure.ts';
import type { EmailAccountStatus } from '#lib/email-accounts/sending.ts';
import { earliest } from '#lib/values/earliest.ts';
import { timestamp } from '#lib/values/ids.ts';

/** What decides whether an account can send now. `dailyLimit` is the limit for today, `slotsToday` the emails sent today. */
type AccountState = Pick<
  EmailAccountItem,
  'status' | 'dailyLimit' | 'slotsToday' | 'nextSendAt' | 'coolDowns'
>;

/** Everything that decides whether an active campaign sends. Times are epoch milliseconds. */
export interface SendingConditions {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly accounts: readonly AccountState[];
  /** What the campaign has sent today. Zero without daily limits. */
  readonly sentToday: { readonly mails: number; readonly firsts: number };
  /** Whether an email is due that an account can send. `hasFollowUp`: whether one of them is a follow-up. */
  readonly hasDue: boolean;
  readonly hasFollowUp: boolean;
  /** The next time within the windows of a due email; undefined after the last window. */
  readonly openingAt: number | undefined;
  /** The next free slot for a due email; undefined if no slot is free. */
  readonly nextFreeAt: number | undefined;
  /** The earliest time for an email that is not due yet; undefined if no such email exists. */
  readonly upcomingAt: number | undefined;
  /** Whether an email waits for an account that cannot send. */
  readonly isBlocked: boolean;
  readonly now: number;
}

/** The codes of `SendingStatus.reasons`. The API document describes each one. */
export type SendingReason =
  | 'draft'
  | 'completed'
  | `paused_${z.infer<typeof PauseReason>}`
  | 'enrolling'
  | 'no_open_contacts'
  | 'nothing_due'
  | 'step_delay'
  | 'before_start'
  | 'window'
  | 'schedule_ended'
  | 'campaign_daily_limit'
  | 'campaign_daily_new_contact_limit'
  | 'account_daily_limit'
  | 'account_cool_down'
  | 'account_limit_zero'
  | 'no_accounts'
  | `account_${EmailAccountStatus}`
  | `contacts_${'paused' | 'unknown' | 'failed' | 'stopped' | 'suppressed'}`;

interface StatusResult {
  readonly state: SendingStatus['state'];
  readonly reasons: readonly SendingReason[];
  readonly nextSendAt: number | undefined;
}

/** The status of a campaign that is not active. */
export function describeInactive({ status, pauseReason }: CampaignItem): SendingStatus {
  const reason: SendingReason =
    status === 'draft' || status === 'completed' ? status : `paused_${pauseReason ?? 'user'}`;

  return {
    state: status === 'draft' ? 'not_started' : 'idle',
    reasons: [reason],
    nextSendAt: null,
    estimatedCompletionAt: null,
  };
}

/** The status of an active campaign, without `estimatedCompletionAt`, which needs a simulation. Pure. */
export function describeActive(conditions: SendingConditions): SendingStatus {
  const { state, reasons, nextSendAt } = determineStatus(conditions);

  return {
    state,
    reasons: [...reasons, ...contactReasons(conditions.counters)],
    nextSendAt: nextSendAt === undefined ? null : timestamp(nextSendAt),
    estimatedCompletionAt: null,
  };
}

/** Reasons for contacts that are paused or get no further email. */
function contactReasons(counters: Counters): SendingReason[] {
  const { paused, unknown, failed, stopped, blocklisted } = counters;
  const counts: readonly (readonly [SendingReason, number])[] = [
    ['contacts_paused', paused],
    ['contacts_unknown', unknown],
    ['contacts_failed', failed],
    ['contacts_stopped', stopped],
    ['contacts_suppressed', blocklisted],
  ];

  return counts.flatMap(([reason, count]) => (count > 0 ? [reason] : []));
}

/** Checks the obstacles in order: no contacts, no account that can send, nothing due, limits and windows. */
function determineStatus(conditions: SendingConditions): StatusResult {
  const { counters, accounts, hasDue, nextFreeAt, upcomingAt, isBlocked } = conditions;
  if (openCount(counters) === 0) {
    return counters.openJobs > 0
      ? notSending('idle', 'enrolling')
      : notSending('no_contacts', 'no_open_contacts');
  }
  const nextSendAt = earliest([nextFreeAt, upcomingAt]);
  const faults = accountFaults(accounts.filter((account) => !canSend(account)));
  if (!accounts.some(canSend)) return notSending('no_healthy_account', ...faults);
  if (!hasDue && upcomingAt === undefined) {
    if (counters.openJobs > 0) return notSending('idle', 'enrolling');

    return isBlocked ? notSending('no_healthy_account', ...faults) : notSending('idle', 'nothing_due');
  }
  if (!hasDue) return { state: 'waiting_for_delay', reasons: ['step_delay'], nextSendAt };
  const { state, reason } = findObstacle(conditions);

  return {
    state,
    reasons: [...(reason === undefined ? [] : [reason]), ...(isBlocked ? faults : [])],
    nextSendAt,
  };
}

/** The state of a campaign with a due email, and the reason if the email is not sent now. */
function findObstacle({ campaign, accounts, sentToday, hasFollowUp, openingAt, now }: SendingConditions): {
  readonly state: StatusResult['state'];
  readonly reason?: SendingReason;
} {
  const { dailyLimit, dailyNewContactLimit } = campaign;
  if (openingAt === undefined) return { state: 'outside_window', reason: 'schedule_ended' };
  if (dailyLimit !== null && sentToday.mails >= dailyLimit) {
    return { state: 'campaign_limit_reached', reason: 'campaign_daily_limit' };
  }
  if (!hasFollowUp && dailyNewContactLimit !== null && sentToday.firsts >= dailyNewContactLimit) {
    return { state: 'campaign_limit_reached', reason: 'campaign_daily_new_contact_limit' };
  }
  const accountsBelowLimit = accounts.filter(
    (account) => canSend(account) && account.slotsToday < account.dailyLimit,
  );
  if (accountsBelowLimit.length === 0)
    return { state: 'account_limits_reached', reason: 'account_daily_limit' };
  if (openingAt > now) {
    return { state: 'outside_window', reason: isBeforeStart(campaign, now) ? 'before_start' : 'window' };
  }

  return accountsBelowLimit.every((account) => isCoolingDown(account, now))
    ? { state: 'account_limits_reached', reason: 'account_cool_down' }
    : { state: 'sending' };
}

function notSending(state: StatusResult['state'], ...reasons: SendingReason[]): StatusResult {
  return { state, reasons, nextSendAt: undefined };
}

/** Why each of these accounts cannot send, without repetitions. */
function accountFaults(accounts: readonly AccountState[]): SendingReason[] {
  if (accounts.length === 0) return ['no_accounts'];
  const faults = accounts.map(
    ({ status, dailyLimit }): SendingReason =>
      status === 'connected' && dailyLimit === 0 ? 'account_limit_zero' : `account_${status}`,
  );

  return [...new Set(faults)].sort();
}

function isBeforeStart({ schedule }: CampaignItem, now: number): boolean {
  return schedule.startAt !== null && Date.parse(schedule.startAt) > now;
}
