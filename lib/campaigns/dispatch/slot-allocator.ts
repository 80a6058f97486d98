import { hash } from 'node:crypto';
import {
  isFirstEmailQueue,
  type SlotAccount,
  type SlotQueue,
  type SlotRequest,
} from '#lib/campaigns/dispatch/slot-request.ts';
import { isDailyLimitReached } from '#lib/campaigns/state/sending-capacity.ts';
import type { DayCount } from '#lib/campaigns/state/stored.ts';
import { nextWindow } from '#lib/campaigns/state/windows.ts';
import { localDate, nextLocalDay } from '#lib/values/time-zones.ts';

/** The slots that are assigned so far, with cached calendars and sending windows. `allocate` changes it. */
export interface SlotAllocator {
  readonly accounts: ReadonlyMap<string, SlotAccount>;
  /** By day. */
  readonly dayCounts: Map<string, DayCount>;
  readonly campaign: SlotRequest['campaign'];
  readonly now: number;
  calendarOf(zone: string): ZoneCalendar;
  /** The first time at or after `at` within the zone's sending windows; Infinity if no window follows. */
  openingFrom(at: number, zone: string): number;
}

export function createSlotAllocator({ accounts, dayCounts, campaign, now }: SlotRequest): SlotAllocator {
  const calendars = new Map<string, ZoneCalendar>();
  const windows = new Map<string, { readonly opensAt: number; readonly closesAt: number }>();

  return {
    accounts: new Map(accounts.map((account) => [account.id, { ...account }])),
    dayCounts: new Map(dayCounts.map((count) => [count.day, count])),
    campaign,
    now,
    calendarOf: (zone) => {
      const calendar = calendars.get(zone) ?? zoneCalendar(zone);
      calendars.set(zone, calendar);

      return calendar;
    },
    openingFrom: (at, zone) => {
      const cached = windows.get(zone);
      if (cached && at >= cached.opensAt && at < cached.closesAt) return at;
      const window = nextWindow(campaign.schedule, at, zone);
      if (!window) return Number.POSITIVE_INFINITY;
      windows.set(zone, window);

      return window.opensAt;
    },
  };
}

/** Each iteration but the last skips at least one closed window or one full day. */
const iterationsMax = 50;

/** The first time at which the account may serve the queue; Infinity if the account can never serve it. */
export function earliestSlotAt(
  allocator: SlotAllocator,
  account: SlotAccount,
  queue: Pick<SlotQueue, 'zone' | 'accountId'>,
): number {
  // Null stays null: the due times already respect the windows of each contact.
  const windowZone = queue.zone === undefined ? allocator.campaign.schedule.timezone : queue.zone;
  let at = Math.max(allocator.now, account.nextSendAt, account.slotAt + gapMs(account));
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    const opening = windowZone === null ? at : allocator.openingFrom(at, windowZone);
    if (!Number.isFinite(opening)) return opening;
    const free = skipFullCampaignDays(
      allocator,
      skipFullAccountDays(allocator, account, opening),
      isFirstEmailQueue(queue),
    );
    // Neither a closed window nor a full day has moved the time.
    if (free === at) return at;
    at = free;
  }

  return Number.POSITIVE_INFINITY;
}

/** Assigns a slot. Later calls of `earliestSlotAt` for the account return later times. */
export function allocate(allocator: SlotAllocator, account: SlotAccount, at: number, isFirst: boolean): void {
  const accountState = allocator.accounts.get(account.id);
  const { dayCounts } = allocator;
  const day = allocator.calendarOf(allocator.campaign.schedule.timezone).dateAt(at);
  const { mails = 0, firsts = 0 } = dayCounts.get(day) ?? {};
  dayCounts.set(day, { day, mails: mails + 1, firsts: firsts + (isFirst ? 1 : 0) });
  if (!accountState) return;
  const accountDay = allocator.calendarOf(accountState.timezone).dateAt(at);
  if (accountDay > accountState.slotDay) Object.assign(accountState, { slotDay: accountDay, slotsToday: 0 });
  accountState.slotsToday += 1;
  accountState.slotAt = at;
}

/** Skips a full day. `slotsToday` counts for `slotDay` and, after a change of the time zone, for an earlier current day. */
function skipFullAccountDays(allocator: SlotAllocator, account: SlotAccount, at: number): number {
  const { timezone, dailyLimit, slotDay, slotsToday } = account;
  if (dailyLimit <= 0) return Number.POSITIVE_INFINITY;
  const calendar = allocator.calendarOf(timezone);

  return calendar.dateAt(at) <= slotDay && slotsToday >= dailyLimit ? calendar.nextDayAt(at) : at;
}

/** Skips a day on which the campaign has reached a limit. */
function skipFullCampaignDays(
  { campaign, dayCounts, calendarOf }: SlotAllocator,
  at: number,
  isFirst: boolean,
): number {
  if (!Number.isFinite(at)) return at;
  const calendar = calendarOf(campaign.schedule.timezone);
  const counts = dayCounts.get(calendar.dateAt(at)) ?? { mails: 0, firsts: 0 };

  return isDailyLimitReached(campaign, counts, isFirst) ? calendar.nextDayAt(at) : at;
}

/**
 * A pseudo-random gap between the minimum and the maximum. The last slot is the seed, so repeated plans are equal. The first 12
 * hexadecimal digits of the hash are 48 bits.
 */
function gapMs({ id, slotAt, minGapSeconds, maxGapSeconds }: SlotAccount): number {
  const fraction = Number.parseInt(hash('sha256', `${id}.${slotAt}`, 'hex').slice(0, 12), 16) / 2 ** 48;

  return Math.ceil((minGapSeconds + fraction * (maxGapSeconds - minGapSeconds)) * 1000);
}

/** Local dates of a time zone. Fast for many times on the same few days. */
interface ZoneCalendar {
  /** The local date at a time: `2026-11-20`. */
  dateAt(at: number): string;
  /** The start of the next local date. Epoch milliseconds. */
  nextDayAt(at: number): number;
}

/** Caches the last day. */
function zoneCalendar(zone: string): ZoneCalendar {
  let day = { date: '', from: 0, until: 0 };
  const dayOf = (at: number) => {
    if (at < day.from || at >= day.until) {
      day = { date: localDate(at, zone), from: at, until: nextLocalDay(at, zone) };
    }

    return day;
  };

  return { dateAt: (at) => dayOf(at).date, nextDayAt: (at) => dayOf(at).until };
}
