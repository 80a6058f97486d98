import { addDays, localDate, momentOf } from '#lib/runtime/time-zones.ts';

/** What a plan must know of a sending account; all times in epoch milliseconds. */
interface SlotAccount {
  readonly id: string;
  readonly timezone: string;
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly maxGapSeconds: number;
  /** The last slot given away. */
  readonly slotAt: number;
  /** How many slots of `slotDay` are given away. */
  readonly slotDay: string;
  readonly slotsToday: number;
}

interface Slot {
  readonly accountId: string;
  readonly at: number;
}

export interface SlotPlan {
  readonly slots: readonly Slot[];
  /** Accounts that gave slots, as they are afterwards. */
  readonly taken: ReadonlyMap<string, Pick<SlotAccount, 'slotAt' | 'slotDay' | 'slotsToday'>>;
  /** When the next slot after these is free; undefined when no account can ever give one. */
  readonly nextFreeAt: number | undefined;
}

interface PlanRequest {
  readonly accounts: readonly SlotAccount[];
  readonly count: number;
  readonly now: number;
  /** No slot after this moment is given away. */
  readonly horizon: number;
  /** 0 ≤ random() < 1 */
  readonly random: () => number;
}

/**
 * Gives `count` mails their moments, earliest first: an account leaves at least its smallest and at most its largest
 * gap between two mails and never gives more slots a day than its limit. Pure: the caller commits what it says.
 */
export function planSlots({ accounts, count, now, horizon, random }: PlanRequest): SlotPlan {
  const usable = accounts.filter(({ dailyLimit }) => dailyLimit > 0).map((account) => ({ ...account }));
  const offers = usable.map((account) => ({ account, at: nextFree(account, now, random) }));
  const slots: Slot[] = [];
  const taken = new Map<string, Pick<SlotAccount, 'slotAt' | 'slotDay' | 'slotsToday'>>();

  while (slots.length < count) {
    const offer = earliest(offers);
    if (!offer || offer.at > horizon) break;
    const { account, at } = offer;
    const day = localDate(at, account.timezone);
    account.slotsToday = account.slotDay === day ? account.slotsToday + 1 : 1;
    account.slotDay = day;
    account.slotAt = at;
    slots.push({ accountId: account.id, at });
    taken.set(account.id, { slotAt: at, slotDay: day, slotsToday: account.slotsToday });
    offer.at = nextFree(account, now, random);
  }

  return { slots, taken, nextFreeAt: earliest(offers)?.at };
}

function nextFree(account: SlotAccount, now: number, random: PlanRequest['random']): number {
  const { timezone, minGapSeconds, maxGapSeconds, slotAt, slotDay, slotsToday, dailyLimit } = account;
  const gapMs = Math.ceil((minGapSeconds + random() * (maxGapSeconds - minGapSeconds)) * 1000);
  const at = Math.max(now, slotAt + gapMs);
  const day = localDate(at, timezone);

  return day === slotDay && slotsToday >= dailyLimit ? momentOf(addDays(day, 1), 0, timezone) : at;
}

function earliest<Offer extends { readonly at: number }>(offers: readonly Offer[]): Offer | undefined {
  return offers.reduce<Offer | undefined>(
    (best, offer) => (best && best.at <= offer.at ? best : offer),
    undefined,
  );
}
