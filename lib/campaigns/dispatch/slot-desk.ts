import { hash } from 'node:crypto';
import { type DayClock, dayClock } from '#lib/campaigns/dispatch/day-clock.ts';
import type { DayCount, SlotQueue, SlotRequest } from '#lib/campaigns/dispatch/slots.ts';
import { nextWindow } from '#lib/campaigns/dispatch/windows.ts';

/** The slot state and limits of a sending account. Times are epoch milliseconds. */
export interface SlotAccount {
  readonly id: string;
  readonly timezone: string;
  /** Limit for today. */
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly maxGapSeconds: number;
  /** The account sends nothing before this time. */
  readonly nextSendAt: number;
  /** The last slot that was assigned. */
  readonly slotAt: number;
  /** Date of the last slot in the account's time zone; `slotsToday` counts the slots of that date. */
  readonly slotDay: string;
  readonly slotsToday: number;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Allocates slots: the slots assigned so far, with cached calendars and sending windows. */
export interface Desk {
  readonly accounts: ReadonlyMap<string, Mutable<SlotAccount>>;
  /** By day. */
  readonly given: Map<string, DayCount>;
  readonly campaign: SlotRequest['campaign'];
  readonly now: number;
  clockOf(zone: string): DayClock;
  /** The first time at or after `at` within the zone's sending windows; Infinity if there is none. */
  openingFrom(at: number, zone: string): number;
}

export function openDesk({ accounts, given, campaign, now }: SlotRequest): Desk {
  const clocks = new Map<string, DayClock>();
  const windows = new Map<string, { readonly opensAt: number; readonly closesAt: number }>();

  return {
    accounts: new Map(accounts.map((account) => [account.id, { ...account }])),
    given: new Map(given.map((count) => [count.day, count])),
    campaign,
    now,
    clockOf: (zone) => {
      const clock = clocks.get(zone) ?? dayClock(zone);
      clocks.set(zone, clock);

      return clock;
    },
    openingFrom: (at, zone) => {
      const known = windows.get(zone);
      if (known && at >= known.opensAt && at < known.closesAt) return at;
      const window = nextWindow(campaign.schedule, at, zone);
      if (!window) return Number.POSITIVE_INFINITY;
      windows.set(zone, window);

      return window.opensAt;
    },
  };
}

/** Each iteration but the last skips at least one closed window or one full day. */
const turnsMax = 50;

/** The first time at which the account may serve the queue; Infinity if there is none. */
export function freeAt(
  desk: Desk,
  account: SlotAccount,
  { zone, accountId }: Pick<SlotQueue, 'zone' | 'accountId'>,
): number {
  const windowZone = zone ?? desk.campaign.schedule.timezone;
  let at = Math.max(desk.now, account.nextSendAt, account.slotAt + gapMs(account));
  for (let turn = 0; turn < turnsMax; turn++) {
    const opening = zone === null ? at : desk.openingFrom(at, windowZone);
    if (!Number.isFinite(opening)) return opening;
    const free = campaignDayFrom(desk, accountDayFrom(desk, account, opening), accountId === undefined);
    if (free === at) return at;
    at = free;
  }

  return Number.POSITIVE_INFINITY;
}

/** Assigns a slot. Later calls of `earliestSlotAt` for the account return later times. */
export function take(desk: Desk, account: SlotAccount, at: number, isFirst: boolean): void {
  const own = desk.accounts.get(account.id);
  const { given } = desk;
  const day = desk.clockOf(desk.campaign.schedule.timezone).dateAt(at);
  const { mails = 0, firsts = 0 } = given.get(day) ?? {};
  given.set(day, { day, mails: mails + 1, firsts: firsts + (isFirst ? 1 : 0) });
  if (!own) return;
  const accountDay = desk.clockOf(own.timezone).dateAt(at);
  if (accountDay > own.slotDay) Object.assign(own, { slotDay: accountDay, slotsToday: 0 });
  own.slotsToday += 1;
  own.slotAt = at;
}

/** Skips days whose limit is reached, and days before the last day with a slot. */
function accountDayFrom(desk: Desk, account: SlotAccount, at: number): number {
  const { timezone, dailyLimit, slotDay, slotsToday } = account;
  if (dailyLimit <= 0) return Number.POSITIVE_INFINITY;
  const clock = desk.clockOf(timezone);

  return clock.dateAt(at) <= slotDay && slotsToday >= dailyLimit ? clock.nextDayAt(at) : at;
}

function campaignDayFrom({ campaign, given, clockOf }: Desk, at: number, isFirst: boolean): number {
  const { schedule, dailyLimit, dailyNewContactLimit } = campaign;
  if (!Number.isFinite(at)) return at;
  const clock = clockOf(schedule.timezone);
  const { mails = 0, firsts = 0 } = given.get(clock.dateAt(at)) ?? {};
  const isFull =
    (dailyLimit !== null && mails >= dailyLimit) ||
    (isFirst && dailyNewContactLimit !== null && firsts >= dailyNewContactLimit);

  return isFull ? clock.nextDayAt(at) : at;
}

/** A pseudo-random gap between the minimum and the maximum. The last slot is the seed, so repeated plans are equal. */
function gapMs({ id, slotAt, minGapSeconds, maxGapSeconds }: SlotAccount): number {
  const drawn = Number.parseInt(hash('sha256', `${id}.${slotAt}`, 'hex').slice(0, 12), 16) / 2 ** 48;

  return Math.ceil((minGapSeconds + drawn * (maxGapSeconds - minGapSeconds)) * 1000);
}
