import { hash } from 'node:crypto';
import { type DayClock, dayClock } from '#lib/campaigns/dispatch/day-clock.ts';
import type { DayCount, SlotQueue, SlotRequest } from '#lib/campaigns/dispatch/slots.ts';
import { nextWindow } from '#lib/campaigns/dispatch/windows.ts';

/** What a plan must know of a sending account; all times in epoch milliseconds. */
export interface SlotAccount {
  readonly id: string;
  readonly timezone: string;
  /** Of today. */
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly maxGapSeconds: number;
  /** Before which it sends nothing. */
  readonly nextSendAt: number;
  /** The last slot given away. */
  readonly slotAt: number;
  /** How many slots of `slotDay` are given away. */
  readonly slotDay: string;
  readonly slotsToday: number;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Where slots are given away: what was given so far, and the clocks and windows of those who ask. */
export interface Desk {
  readonly accounts: ReadonlyMap<string, Mutable<SlotAccount>>;
  /** By day. */
  readonly given: Map<string, DayCount>;
  readonly campaign: SlotRequest['campaign'];
  readonly now: number;
  clockOf(zone: string): DayClock;
  /** The first moment from one on at which the zone's windows are open; Infinity when there is none. */
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

/** Windows and days move a moment on in turns; each turn that is not the last crosses the end of one of these. */
const turnsMax = 50;

/** The first moment at which the account may serve the queue; Infinity when there is none. */
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

/** The slot is given: whoever asks next gets a later one. */
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

/** A day that is full is over, and so is one before the last day of which something was given. */
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

/** Between its smallest and its largest gap, drawn by the slot before it: whoever plans the same anew draws the same. */
function gapMs({ id, slotAt, minGapSeconds, maxGapSeconds }: SlotAccount): number {
  const drawn = Number.parseInt(hash('sha256', `${id}.${slotAt}`, 'hex').slice(0, 12), 16) / 2 ** 48;

  return Math.ceil((minGapSeconds + drawn * (maxGapSeconds - minGapSeconds)) * 1000);
}
