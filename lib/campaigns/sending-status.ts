import type { SendingStatus } from '#lib/campaigns/campaign.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { CampaignItem, Counters } from '#lib/campaigns/stored.ts';
import { nextOpening } from '#lib/campaigns/windows.ts';

/** What is known of a sending account; times in epoch milliseconds. */
interface SendingAccount {
  readonly status: string;
  readonly dailyLimit: number;
  readonly sentToday: number;
  /** Before which it sends nothing. */
  readonly nextSendAt: number;
  /** When it counts anew. */
  readonly nextDayAt: number;
}

/** Everything that decides whether a running campaign sends. */
export interface Outlook {
  readonly campaign: CampaignItem;
  readonly counters: Counters;
  readonly accounts: readonly SendingAccount[];
  /** When the next mail is due; undefined when none is. */
  readonly nextDueAt: number | undefined;
  /** Mails of this campaign today; needed when it has a daily limit. */
  readonly sentToday: number;
  readonly now: number;
  /** When the campaign counts anew. */
  readonly nextDayAt: number;
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

/** Of a campaign that runs: why nothing is being sent, if nothing is, and when something will. Pure. */
export function describeSending(outlook: Outlook): SendingStatus {
  const { state, reasons, nextSendAt } = judge(outlook);

  return {
    state,
    reasons,
    nextSendAt: nextSendAt === undefined ? null : new Date(nextSendAt).toISOString(),
    estimatedCompletionAt: estimateEnd(outlook, nextSendAt),
  };
}

function judge(outlook: Outlook): Verdict {
  const { campaign, counters, accounts, nextDueAt, sentToday, now, nextDayAt } = outlook;
  if (openCount(counters) === 0) return standstill('no_contacts', 'no_open_contacts');
  const usable = accounts.filter(({ status, dailyLimit }) => status === 'connected' && dailyLimit > 0);
  if (usable.length === 0) return standstill('no_healthy_account', ...faultsOf(accounts));
  if (nextDueAt === undefined) return standstill('idle', 'nothing_due');
  const opening = nextOpening(campaign.schedule, Math.max(now, nextDueAt));
  if (opening === undefined) return standstill('outside_window', 'schedule_ended');
  if (nextDueAt > now) return { state: 'waiting_for_delay', reasons: ['step_delay'], nextSendAt: opening };
  const tomorrow = nextOpening(campaign.schedule, nextDayAt);
  if (campaign.dailyLimit !== null && sentToday >= campaign.dailyLimit) {
    return { state: 'campaign_limit_reached', reasons: ['campaign_daily_limit'], nextSendAt: tomorrow };
  }
  const free = usable.filter((account) => account.sentToday < account.dailyLimit);
  if (free.length === 0) {
    const anew = Math.min(...usable.map((account) => account.nextDayAt));

    return {
      state: 'account_limits_reached',
      reasons: ['account_daily_limit'],
      nextSendAt: nextOpening(campaign.schedule, anew),
    };
  }
  const readyAt = Math.max(now, Math.min(...free.map(({ nextSendAt }) => nextSendAt)));
  const nextSendAt = nextOpening(campaign.schedule, readyAt);

  return opening > now
    ? {
        state: 'outside_window',
        reasons: [notStarted(campaign, now) ? 'before_start' : 'window'],
        nextSendAt,
      }
    : { state: 'sending', reasons: [], nextSendAt };
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

/** As many mails a day as accounts and campaign allow, on the days that the schedule opens. */
function estimateEnd({ campaign, counters, accounts }: Outlook, nextSendAt: number | undefined) {
  if (campaign.continuous || nextSendAt === undefined) return null;
  const capacity = accounts
    .filter(({ status }) => status === 'connected')
    .reduce((sum, { dailyLimit }) => sum + dailyLimit, 0);
  const perDay = Math.min(capacity, campaign.dailyLimit ?? capacity);
  if (perDay === 0) return null;
  const mails = openCount(counters) * Math.max(1, campaign.steps.length);
  let at: number | undefined = nextSendAt;
  for (let day = 1; day < Math.ceil(mails / perDay) && day < estimateDaysMax && at !== undefined; day++) {
    at = nextOpening(campaign.schedule, (Math.floor(at / dayMs) + 1) * dayMs);
  }

  return at === undefined ? null : new Date(at).toISOString();
}

const dayMs = 86_400_000;
const estimateDaysMax = 400;
